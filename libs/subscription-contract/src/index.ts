export { apiClientContract } from './api-clients.ts';
export { peopleContract } from './people.ts';
export { tenantContract } from './tenants.ts';
