import { byEnum, byFlag, byId, byText, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import {
  amount,
  count,
  dateTime,
  derived,
  enumChoice,
  enumChoiceOr,
  readOnly,
  reference,
  shownMembers,
  tags,
} from '@rapport/http-contract/members';
import { customerMembers, customerTypes } from '@rapport/record-contract';
import { z } from 'zod';
import { amountsByCurrency } from './amounts.ts';
import { customisedGroup } from './record-group.ts';
import { shippingAddress } from './shipping-addresses.ts';

const search = searchRequest('SearchCustomerRequest', {
  filters: {
    ...commonFilters,
    code: byText(),
    name: byText(),
    email: byText().orNull(),
    taxNumber: byText().orNull(),
    customerType: byEnum(customerTypes),
    customerGroupId: byId().orNull(),
    ownerUserId: byId(),
    isActive: byFlag(),
    parentCustomerId: byId().orNull(),
  },
  sorts: [...commonSorts, 'name', 'code'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['code', 'name', 'email', 'phone', 'taxNumber'],
  shortcuts: {
    customerType: { field: 'customerType', operator: 'eq' },
    customerGroupId: { field: 'customerGroupId', operator: 'eq' },
    ownerUserId: { field: 'ownerUserId', operator: 'eq' },
    isActive: { field: 'isActive', operator: 'eq' },
    createdFrom: { field: 'createdOnUtc', operator: 'gte' },
    createdTo: { field: 'createdOnUtc', operator: 'lt' },
  },
});

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

const group = customisedGroup({
  group: 'customer',
  singular: 'Customer',
  called: { one: 'a customer', many: 'customers' },
  resource: 'customers',
  members: {
    ...customerMembers({ choice: enumChoice, choiceOr: enumChoiceOr }),
    customerGroupName: derived('The name of the customer group.'),
    creditLimit: amount(),
    paymentTermDays: count(0, 10_000),
    tags: tags(50, 50).describe('Up to 50 texts of up to 50 characters, each once, ignoring case.'),
    parentCustomerId: reference(),
    parentCustomerName: derived('The name of the parent; null where the caller may not see it.'),
  },
  detail: figures,
  conflicts: ['code_conflict'],
  updateConflicts: ['hierarchy_cycle'],
  search,
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
