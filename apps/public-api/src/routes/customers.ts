import type { CustomerInput, CustomerShape } from '@rapport/customers';
import { implement } from '@rapport/http-contract';
import { customerContract } from '@rapport/public-contract';
import type { Records } from '@rapport/records';
import type { PublicContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';

/** The shape of a customer on this surface, member by member. */
export const publicCustomer = {
  id: 'id',
  code: 'code',
  name: 'name',
  customerType: 'customerType',
  email: 'email',
  phone: 'phone',
  website: 'website',
  taxNumber: 'taxNumber',
  taxOffice: 'taxOffice',
  industry: 'industry',
  currency: 'currency',
  customerGroupId: 'customerGroupId',
  ownerUserId: 'ownerUserId',
  isActive: 'isActive',
  address: 'address',
  description: 'description',
  externalId: 'externalId',
  customFields: { constant: [] },
  createdOnUtc: 'createdOn',
  lastModifiedOnUtc: 'lastModifiedOn',
} as const satisfies CustomerShape;

/** By now the caller has a valid token, a unit of its limit, the subscription, the scope and the permission. */
export function customerRoutes(customers: Records<CustomerInput>) {
  const handlers = recordHandlers(customers);
  return implement(customerContract)<PublicContext>({
    listCustomers: handlers.list,
    getCustomerByExternalId: handlers.getByExternalId,
    getCustomer: handlers.get,
    createCustomer: handlers.create,
    updateCustomer: handlers.update,
    deleteCustomer: handlers.delete,
    listCustomerChanges: handlers.changes,
  });
}
