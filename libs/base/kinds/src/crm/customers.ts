import {
  amount,
  choiceOr,
  code,
  count,
  currency,
  flag,
  keyedEmail,
  phone,
  tags,
  text,
  website,
} from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { address } from './members/address.ts';
import { exampleCustomer } from './examples/example-records.ts';
import { synchronisedKind } from './kind/kind.ts';
import { itself, nameOf, reference, seenNameOf } from './kind/relations.ts';

const types = namedList('CustomerType', ['customer', 'supplier', 'customerAndSupplier', 'prospect']);

export const customers = synchronisedKind({
  resource: { name: 'customers', number: 1, table: 'customer', isCounted: true },
  called: { one: 'a customer', many: 'customers' },
  about: 'Companies and persons to whom the tenant sells, or from whom it buys.',
  members: {
    code: code('C-').describe(
      'Unique in the tenant, ignoring case. A create without one gets a number such as C-000001.',
    ),
    name: text(200).required(),
    customerType: choiceOr(types, 'customer'),
    email: keyedEmail(),
    phone: phone(),
    website: website(),
    taxNumber: text(200),
    taxOffice: text(200),
    industry: text(200),
    currency: currency(),
    customerGroupId: reference({ table: 'customer_group', noun: 'customer group' }),
    isActive: flag(true),
    address: address(),
    description: text(4000),
    customerGroupName: seenNameOf('customerGroupId', 'the customer group'),
    creditLimit: amount(),
    paymentTermDays: count(0, 10_000),
    tags: tags(50, 50).describe('Up to 50 texts of up to 50 characters, each once, ignoring case.'),
    parentCustomerId: reference(itself),
    parentCustomerName: nameOf('parentCustomerId', 'the parent'),
  },
  search: {
    words: ['code', 'name', 'email', 'phone', 'taxNumber'],
    filters: [
      'code',
      'name',
      'email',
      'taxNumber',
      'customerType',
      'customerGroupId',
      'ownerUserId',
      'isActive',
      'parentCustomerId',
    ],
    sorts: ['name', 'code'],
  },
  example: exampleCustomer,
});
