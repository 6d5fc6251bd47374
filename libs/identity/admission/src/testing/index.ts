export { HeldStore } from './held-store.ts';
export { seedClient, type SeededClient } from './seed-client.ts';
export { seedPerson, type SeededPerson } from './seed-person.ts';
