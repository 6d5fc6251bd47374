import * as kinds from '@rapport/kinds';
import { exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const opportunities = publicResource(kinds.opportunities, {
  singular: 'Opportunity',
  without: ['campaignName', 'lostReason', 'closedOnUtc'],
  example: {
    id: exampleIds.opportunities,
    name: 'A second engine',
    customerId: exampleIds.customers,
    customerName: 'Analytical Engines Ltd',
    contactId: exampleIds.contacts,
    contactName: 'Ada Lovelace',
    leadId: exampleIds.leads,
    leadName: 'Charles Babbage',
    amount: 17_000.5,
    currency: 'GBP',
    probability: 10,
    expectedCloseDate: '2026-09-30',
    source: 'referral',
    campaignId: null,
    description: 'One more engine for the second hall.',
    stage: 'prospecting',
  },
});
