import { oneOf } from '@rapport/http-contract';
import { amount, choice, choiceOr, currency, date, text, time, wholeNumber } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import { exampleOpportunity } from './examples/example-records.ts';
import { synchronisedKind } from './kind/kind.ts';
import { copiedNameOf, nameOf, reference } from './kind/relations.ts';
import type { Effect, Steps } from './kind/states.ts';
import { leads } from './leads.ts';
import { sources } from './members/sources.ts';

/** The stages of deals that may still be won, in the order of the pipeline. */
export const openStages = ['prospecting', 'qualification', 'proposal', 'negotiation'] as const;

export const wonStage = 'closedWon';
const closedStages = [wonStage, 'closedLost'] as const;

export const opportunityStages = namedList('OpportunityStage', [...openStages, ...closedStages]);

type Stage = (typeof opportunityStages)[number];

/** The probability of an opportunity's success at each stage, in percent, unless a caller says otherwise. */
const probabilities: Readonly<Record<Stage, number>> = {
  prospecting: 10,
  qualification: 20,
  proposal: 50,
  negotiation: 80,
  closedWon: 100,
  closedLost: 0,
};

/** A closed deal is opened again, and never closed in another way. */
const steps: Steps<typeof opportunityStages> = {
  prospecting: without('prospecting'),
  qualification: without('qualification'),
  proposal: without('proposal'),
  negotiation: without('negotiation'),
  closedWon: openStages,
  closedLost: openStages,
};

export const opportunities = synchronisedKind({
  resource: { name: 'opportunities', number: 4, table: 'opportunity', isCounted: true },
  called: { one: 'an opportunity', many: 'opportunities' },
  about: 'Deals that may be won.',
  members: {
    name: text(200).required(),
    customerId: reference(customers).describe('Required unless there is a leadId.'),
    customerName: copiedNameOf('customerId', 'the customer'),
    contactId: reference(contacts).describe('Need not belong to the customer.'),
    contactName: copiedNameOf('contactId', 'the contact'),
    leadId: reference(leads),
    leadName: copiedNameOf('leadId', 'the lead, or its company’s'),
    amount: amount({ min: 0 }),
    currency: currency(),
    probability: wholeNumber(0, 100, { member: 'stage', values: probabilities }).describe(
      'In percent. Left out, it is the default of the stage.',
    ),
    expectedCloseDate: date(),
    source: choice(sources),
    campaignId: reference(campaigns),
    description: text(4000),
    stage: choiceOr(opportunityStages, openStages[0]).readOnly(),
    campaignName: nameOf('campaignId', 'the campaign'),
    lostReason: text(500),
    closedOnUtc: time().readOnly(),
  },
  rules: [oneOf(['customerId', 'leadId'], { at: 'customerId', message: 'Send a customerId or a leadId.' })],
  states: {
    member: 'stage',
    from: steps,
    effects: {
      probability: atEach(opportunityStages, (stage) => ({ value: probabilities[stage] })),
      closedOnUtc: { ...atEach(openStages, () => null), ...atEach(closedStages, () => 'time') },
    },
    reason: { member: 'lostReason', states: ['closedLost'], isRequired: true },
    permitted: { permission: 'opportunity.reopen', from: closedStages, to: openStages },
  },
  search: {
    words: ['name'],
    filters: ['stage', 'customerId', 'contactId', 'leadId', 'ownerUserId', 'amount', 'expectedCloseDate'],
    sorts: ['name', 'amount', 'expectedCloseDate'],
  },
  example: exampleOpportunity,
});

function atEach(stages: readonly Stage[], effectAt: (stage: Stage) => Effect): Readonly<Record<string, Effect>> {
  return Object.fromEntries(stages.map((stage) => [stage, effectAt(stage)]));
}

function without(stage: Stage): Stage[] {
  return opportunityStages.filter((other) => other !== stage);
}
