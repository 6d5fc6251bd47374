import { namedList, oneOf } from '@rapport/http-contract';
import {
  amount,
  currency,
  date,
  derived,
  readOnly,
  reference,
  text,
  wholeNumber,
} from '@rapport/http-contract/members';
import { z } from 'zod';
import type { Choices } from './choices.ts';
import { sources } from './sources.ts';

export const opportunityStages = namedList('OpportunityStage', [
  'prospecting',
  'qualification',
  'proposal',
  'negotiation',
  'closedWon',
  'closedLost',
]);

/** What an opportunity is on every surface. */
export function opportunityMembers({ choice }: Choices) {
  return {
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
    stage: readOnly(z.enum(opportunityStages)),
  };
}

export const opportunityRules = [
  oneOf(['customerId', 'leadId'], { at: 'customerId', message: 'Send a customerId or a leadId.' }),
];
