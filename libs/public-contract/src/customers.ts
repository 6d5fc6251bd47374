import { choice, choiceOr } from '@rapport/http-contract/members';
import { customerMembers } from '@rapport/record-contract';
import type { z } from 'zod';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const customers = publicResource({
  name: 'customers',
  singular: 'Customer',
  members: customerMembers({ choice, choiceOr }),
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
