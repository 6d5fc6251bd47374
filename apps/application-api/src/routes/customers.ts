import { customerContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import type { customers } from '@rapport/crm-records';
import type { ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, toldOfCustomFields } from './record-handlers.ts';

export function customerRoutes(records: ManagedRecords<typeof customers.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);

  const routes = implement(customerContract)<ApplicationContext>({
    createCustomer: create,
    updateCustomer: update,
    getCustomer: get,
    deleteCustomer: remove,
    searchCustomer: search,
  });
  return toldOfCustomFields(routes, records);
}
