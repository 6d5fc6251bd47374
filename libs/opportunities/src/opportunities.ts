import { campaigns } from '@rapport/campaigns';
import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { leads } from '@rapport/leads';
import {
  choice,
  date,
  defineRecords,
  integerBy,
  joinedReference,
  money,
  namedReference,
  requiredText,
  text,
  time,
} from '@rapport/records';

/** How probable the success of an opportunity is at each stage, in percent, unless a caller says otherwise. */
const probabilities = {
  prospecting: 10,
  qualification: 20,
  proposal: 50,
  negotiation: 80,
  closedWon: 100,
  closedLost: 0,
};

const open = ['prospecting', 'qualification', 'proposal', 'negotiation'];
const closed = ['closedWon', 'closedLost'];

export const opportunities = defineRecords({
  resource: { name: 'opportunities', number: 4, table: 'opportunity', isCounted: true },
  columns: {
    name: requiredText(),
    customerId: namedReference(customers, 'customerName'),
    contactId: namedReference(contacts, 'contactName'),
    leadId: namedReference(leads, 'leadName'),
    amount: money(),
    currency: text(),
    stage: choice('prospecting'),
    probability: integerBy({ column: 'stage', values: probabilities }),
    expectedCloseDate: date(),
    source: text(),
    campaignId: joinedReference(campaigns, 'campaignName'),
    description: text(),
    lostReason: text(),
    closedOnUtc: time(),
  },
  states: {
    member: 'stage',
    from: {
      ...Object.fromEntries(open.map((stage) => [stage, [...open, ...closed].filter((other) => other !== stage)])),
      ...Object.fromEntries(closed.map((stage) => [stage, open])),
    },
    effects: {
      probability: Object.fromEntries(Object.entries(probabilities).map(([stage, value]) => [stage, { value }])),
      closedOnUtc: {
        prospecting: null,
        qualification: null,
        proposal: null,
        negotiation: null,
        closedWon: 'time',
        closedLost: 'time',
      },
    },
    reason: { member: 'lostReason', states: ['closedLost'], isRequired: true },
    permitted: { permission: 'opportunity.reopen', from: closed, to: open },
  },
  search: {
    texts: ['name'],
    indexed: ['stage', 'customerId', 'contactId', 'leadId', 'amount', 'expectedCloseDate'],
  },
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.name`,
    rules: [
      { on: ['created', { changed: 'customerId' }], itemType: 'opportunityCreated' },
      {
        on: [{ changed: 'stage' }],
        itemType: 'opportunityStageChanged',
        summary: { step: 'stage' },
        showsChanges: true,
      },
    ],
  },
});
