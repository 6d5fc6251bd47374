import { dateTime, readOnly, shownMembers } from '@rapport/http-contract/members';
import * as kinds from '@rapport/kinds';
import { z } from 'zod';
import { amountsByCurrency } from './amounts.ts';
import { customisedGroup } from './record-group.ts';
import { shippingAddress } from './shipping-addresses.ts';

const unread = 'null where the caller may not read';

/** What the detail of a customer counts, of the records that the caller sees. */
const figures = {
  contactCount: readOnly(z.int().nullable().describe(`${unread} contacts.`)),
  openOpportunityCount: readOnly(z.int().nullable().describe(`${unread} opportunities.`)),
  openOpportunityAmount: readOnly(amountsByCurrency().nullable().describe(`${unread} opportunities.`)),
  lastActivityOnUtc: readOnly(
    dateTime().nullable().describe(`When the newest activity of the customer was changed; ${unread} activities.`),
  ),
  defaultShippingAddress: readOnly(shippingAddress.nullable()),
};

const group = customisedGroup(kinds.customers, {
  group: 'customer',
  singular: 'Customer',
  detail: figures,
  conflicts: ['code_conflict'],
  updateConflicts: ['hierarchy_cycle'],
  shortcuts: {
    customerType: { field: 'customerType', operator: 'eq' },
    customerGroupId: { field: 'customerGroupId', operator: 'eq' },
    ownerUserId: { field: 'ownerUserId', operator: 'eq' },
    isActive: { field: 'isActive', operator: 'eq' },
    createdFrom: { field: 'createdOnUtc', operator: 'gte' },
    createdTo: { field: 'createdOnUtc', operator: 'lt' },
  },
});

const detail = z.object(shownMembers(group.members)).meta({ id: 'GetCustomerDetailDto' });

/** Customers, with what the application API alone has of them. */
export const customers = {
  ...group,
  get: { ...group.get, success: { ...group.get.success, body: detail } },
} as const;

export const customerContract = {
  createCustomer: customers.create,
  updateCustomer: customers.update,
  getCustomer: customers.get,
  deleteCustomer: customers.delete,
  searchCustomer: customers.search,
};
