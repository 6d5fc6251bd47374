export {
  customerDefinition,
  customerResource,
  type CustomerAddress,
  type CustomerInput,
  type CustomerShape,
} from './customer.ts';
export { CustomerService } from './customer-service.ts';
export { customerShapeToken } from './customer-shape.ts';
export { customersModule } from './module.ts';
