export { recordRoutes } from './record-routes.ts';
