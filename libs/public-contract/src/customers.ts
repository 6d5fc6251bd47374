import * as kinds from '@rapport/kinds';
import type { z } from 'zod';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const customers = publicResource(kinds.customers, {
  singular: 'Customer',
  without: ['customerGroupName', 'creditLimit', 'paymentTermDays', 'tags', 'parentCustomerId', 'parentCustomerName'],
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
