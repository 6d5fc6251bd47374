import {
  address,
  choice,
  code,
  defineRecords,
  email,
  flag,
  integer,
  joinedReference,
  money,
  requiredText,
  text,
  texts,
  timelineEnd,
} from '@rapport/records';
import { figures } from './figures.ts';

const resource = { name: 'customers', number: 1, table: 'customer', isCounted: true } as const;

export const customers = defineRecords({
  resource,
  columns: {
    code: code('C-'),
    name: requiredText(),
    customerType: choice('customer'),
    email: email(),
    phone: text(),
    website: text(),
    taxNumber: text(),
    taxOffice: text(),
    industry: text(),
    currency: text(),
    customerGroupId: joinedReference({ table: 'customer_group', noun: 'customer group' }, 'customerGroupName'),
    isActive: flag(true),
    address: address(),
    description: text(),
    creditLimit: money(),
    paymentTermDays: integer(),
    tags: texts(),
    ...figures,
    parentCustomerId: joinedReference({ resource }, 'parentCustomerName'),
  },
  search: {
    texts: ['code', 'name', 'email', 'phone', 'taxNumber'],
    indexed: ['customerType', 'customerGroupId', 'isActive', 'parentCustomerId'],
  },
  timeline: {
    customer: (row) => `${row}.id`,
    title: (row) => `${row}.name`,
    rules: [
      { on: ['created'], itemType: 'customerCreated' },
      { on: ['changed'], itemType: 'customerUpdated', showsChanges: true },
      { on: ['deleted'], itemType: timelineEnd },
    ],
  },
});
