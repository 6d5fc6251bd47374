export { customerDefinition, customerResource, type CustomerInput, type CustomerShape } from './customer.ts';
export { customerRecords, customersModule } from './module.ts';
