export { customerGroups } from './customer-groups.ts';
export { customers } from './customers.ts';
