export { apiClientRoutes } from './api-clients.ts';
export { customFieldRoutes } from './custom-fields.ts';
export { keyRoutes } from './keys.ts';
export { peopleRoutes } from './people.ts';
export { senderRoutes } from './senders.ts';
export { suppressionRoutes } from './suppression.ts';
export { tenantRoutes } from './tenants.ts';
