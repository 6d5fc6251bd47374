import type { ServiceIdentifier } from 'inversify';
import type { CustomerShape } from './customer.ts';

/** How the surface that is served shows a customer. Each app binds its own. */
export const customerShapeToken: ServiceIdentifier<CustomerShape> = Symbol('CustomerShape');
