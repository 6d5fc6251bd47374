import { dateTime, readOnly, shownMembers } from '@rapport/members';
import { kinds } from '@rapport/kinds';
import { z } from 'zod';
import { amountsByCurrency } from './amounts.ts';
import { exampleIds } from './examples/example-ids.ts';
import { recordGroup } from './record-group.ts';
import { shippingAddress } from './shipping-addresses.ts';

const unread = 'null where the caller may not read';

/** The members of a customer's detail that are computed, of the records that the caller sees. */
const computedMembers = {
  contactCount: readOnly(z.int().nullable().describe(`${unread} contacts.`)),
  openOpportunityCount: readOnly(z.int().nullable().describe(`${unread} opportunities.`)),
  openOpportunityAmount: readOnly(amountsByCurrency().nullable().describe(`${unread} opportunities.`)),
  lastActivityOnUtc: readOnly(
    dateTime().nullable().describe(`When the newest activity of the customer was changed; ${unread} activities.`),
  ),
  defaultShippingAddress: readOnly(shippingAddress.nullable()),
};

const { id, code, name, customerType, email, phone, website, currency, address } = kinds.customers.example;
const { line1, city, postalCode, countryCode } = address;

const group = recordGroup(kinds.customers, {
  group: 'customer',
  singular: 'Customer',
  detail: computedMembers,
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
  example: {
    id,
    create: {
      ...{ code, name, customerType, email, phone, website, currency },
      customerGroupId: exampleIds.customerGroup,
      creditLimit: 25_000,
      paymentTermDays: 30,
      tags: ['machinery', 'key account'],
      address: { line1, city, postalCode, countryCode },
      customFields: [{ key: 'region', value: 'north' }],
    },
    update: { creditLimit: 30_000 },
    search: {
      searchText: 'engines',
      customerType: 'customer',
      filters: [{ field: 'lastModifiedOnUtc', operator: 'gte', value: '2026-01-31T00:00:00Z' }],
      sortBy: 'name',
      pageSize: 50,
    },
  },
});

const { get } = group.endpoints;
const detail = z.object(shownMembers(group.members)).meta({ id: 'GetCustomerDetailDto' });

/** Customers, with what the application API alone has of them. */
export const customers = {
  ...group,
  endpoints: { ...group.endpoints, get: { ...get, success: { ...get.success, body: detail } } },
} as const;
