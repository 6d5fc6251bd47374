export {
  customerDefinition,
  customerResource,
  type CustomerAddress,
  type CustomerInput,
  type CustomerShape,
} from './customer.ts';
export { customerRecords, customersModule } from './module.ts';
