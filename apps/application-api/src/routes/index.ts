export { apiClientRoutes } from './api-clients.ts';
export { customFieldRoutes } from './custom-fields.ts';
export { ownRoutes } from './own.ts';
export { recordRoutes } from './record-routes.ts';
export { roleRoutes } from './roles.ts';
export { teamRoutes } from './teams.ts';
export { userRoutes } from './users.ts';
