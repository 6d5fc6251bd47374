export { HeldStore } from './held-store.ts';
export { seedClient, type SeededClient } from './seed-client.ts';
export { seedPerson, seedUser, type SeededPerson } from './seed-person.ts';
export { seedTenant } from './seed-tenant.ts';
