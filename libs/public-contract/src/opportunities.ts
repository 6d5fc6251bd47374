import {
  amount,
  choice,
  currency,
  date,
  derived,
  readOnly,
  reference,
  text,
  wholeNumber,
} from '@rapport/http-contract/members';
import { z } from 'zod';
import { exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';
import { sources } from './sources.ts';

export const opportunities = publicResource({
  name: 'opportunities',
  singular: 'Opportunity',
  members: {
    name: text(200).required(),
    customerId: reference().describe('Required unless there is a leadId.'),
    customerName: derived('The name of the customer; null where the client may not see it.'),
    contactId: reference().describe('Need not belong to the customer.'),
    contactName: derived('The name of the contact; null where the client may not see it.'),
    leadId: reference(),
    leadName: derived('The name of the lead, or its company’s; null where the client may not see it.'),
    amount: amount({ min: 0 }),
    currency: currency(),
    probability: wholeNumber(0, 100).describe('In percent. Left out, it is the default of the stage.'),
    expectedCloseDate: date(),
    source: choice(sources),
    campaignId: reference(),
    description: text(4000),
    stage: readOnly(z.enum(['prospecting', 'qualification', 'proposal', 'negotiation', 'closedWon', 'closedLost'])),
  },
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
  rules: [{ oneOf: ['customerId', 'leadId'], at: 'customerId', message: 'Send a customerId or a leadId.' }],
});
