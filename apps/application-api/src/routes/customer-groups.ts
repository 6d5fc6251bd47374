import { customerGroupContract } from '@rapport/application-contract';
import type { customerGroups } from '@rapport/crm-records';
import { implement } from '@rapport/http-contract';
import type { ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';

export function customerGroupRoutes(groups: ManagedRecords<typeof customerGroups.columns>) {
  const handlers = recordHandlers(groups);
  return implement(customerGroupContract)<ApplicationContext>({
    createCustomerGroup: handlers.create,
    updateCustomerGroup: handlers.update,
    deleteCustomerGroup: handlers.delete,
    searchCustomerGroup: handlers.search,
  });
}
