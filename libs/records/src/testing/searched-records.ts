import { choice, code, flag, money, reference, requiredText, text } from '../column.ts';
import { defineRecords } from '../definition.ts';

/** Resources with members of every kind that searches know: the tables are the tenants' own. */
export const searchedCustomers = defineRecords({
  resource: { name: 'customers', number: 1, table: 'customer' },
  columns: {
    code: code('C-'),
    name: requiredText(),
    customerType: choice('customer'),
    email: text(),
    taxNumber: text(),
    currency: text(),
    customerGroupId: reference({ table: 'customer_group', noun: 'customer group' }),
    isActive: flag(true),
    address: { type: 'jsonb' },
    description: text(),
  },
  search: { texts: ['code', 'name', 'email', 'taxNumber'], indexed: ['customerType', 'customerGroupId', 'isActive'] },
});

export const searchedLeads = defineRecords({
  resource: { name: 'leads', number: 3, table: 'lead' },
  columns: {
    firstName: text(),
    lastName: text(),
    companyName: text(),
    email: text(),
    source: text(),
    estimatedValue: money(),
    status: choice('new'),
  },
  search: { texts: ['firstName', 'lastName', 'companyName', 'email'], indexed: ['status', 'source', 'estimatedValue'] },
});
