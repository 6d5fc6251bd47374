import { kinds } from '@rapport/kinds';
import type { z } from 'zod';
import { publicResource } from './public-resource.ts';

/** The synchronised kinds as this surface has them. Each stands behind those to which it refers. */
export const resources = {
  customers: publicResource(kinds.customers, {
    singular: 'Customer',
    without: ['customerGroupName', 'creditLimit', 'paymentTermDays', 'tags', 'parentCustomerId', 'parentCustomerName'],
    conflicts: ['code_conflict'],
  }),
  contacts: publicResource(kinds.contacts, {
    singular: 'Contact',
  }),
  leads: publicResource(kinds.leads, {
    singular: 'Lead',
    without: [
      'campaignName',
      'lostReason',
      'convertedOnUtc',
      'convertedCustomerId',
      'convertedContactId',
      'convertedOpportunityId',
    ],
    updateConflicts: ['lead_converted'],
  }),
  opportunities: publicResource(kinds.opportunities, {
    singular: 'Opportunity',
    without: ['campaignName', 'lostReason', 'closedOnUtc'],
  }),
} as const;

export type Customer = z.output<typeof resources.customers.record>;
