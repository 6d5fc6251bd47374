import { choiceOr, code, currency, email, flag, phone, reference, text, website } from '@rapport/http-contract/members';
import type { z } from 'zod';
import { address } from './address.ts';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const customers = publicResource({
  name: 'customers',
  singular: 'Customer',
  members: {
    code: code().describe(
      'Unique in the tenant, whatever its case. A create without one gets a number such as C-000001.',
    ),
    name: text(200).required(),
    customerType: choiceOr(['customer', 'supplier', 'customerAndSupplier', 'prospect'], 'customer'),
    email: email(),
    phone: phone(),
    website: website(),
    taxNumber: text(200),
    taxOffice: text(200),
    industry: text(200),
    currency: currency(),
    customerGroupId: reference(),
    isActive: flag(true),
    address: address(),
    description: text(4000),
  },
  conflicts: ['code_conflict'],
  example: {
    id: exampleIds.customers,
    code: 'C-000042',
    name: 'Analytical Engines Ltd',
    customerType: 'customer',
    email: 'office@engines.example',
    phone: '+44 20 7946 0000',
    website: 'https://engines.example',
    taxNumber: 'GB123456789',
    taxOffice: 'London',
    industry: 'Machinery',
    currency: 'GBP',
    customerGroupId: null,
    isActive: true,
    address: exampleAddress,
    description: 'Builds engines that weave algebraical patterns.',
  },
});

export type Customer = z.output<typeof customers.record>;
