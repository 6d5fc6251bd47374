import { choice, choiceOr } from '@rapport/http-contract/members';
import { opportunityMembers, opportunityRules } from '@rapport/record-contract';
import { exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const opportunities = publicResource({
  name: 'opportunities',
  singular: 'Opportunity',
  members: opportunityMembers({ choice, choiceOr }),
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
  rules: opportunityRules,
});
