export { customers } from './customers.ts';
