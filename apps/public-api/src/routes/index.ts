export { customerRoutes, publicCustomer } from './customers.ts';
