import { campaigns } from '@rapport/campaigns';
import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { closedStages, openStages, probabilities, stepsOfOpportunities } from '@rapport/kinds';
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

export const opportunities = defineRecords({
  resource: { name: 'opportunities', number: 4, table: 'opportunity', isCounted: true },
  columns: {
    name: requiredText(),
    customerId: namedReference(customers, 'customerName'),
    contactId: namedReference(contacts, 'contactName'),
    leadId: namedReference(leads, 'leadName'),
    amount: money(),
    currency: text(),
    stage: choice(openStages[0]),
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
    from: stepsOfOpportunities,
    effects: {
      probability: Object.fromEntries(Object.entries(probabilities).map(([stage, value]) => [stage, { value }])),
      closedOnUtc: {
        ...Object.fromEntries(openStages.map((stage) => [stage, null])),
        ...Object.fromEntries(closedStages.map((stage) => [stage, 'time'])),
      },
    },
    reason: { member: 'lostReason', states: ['closedLost'], isRequired: true },
    permitted: { permission: 'opportunity.reopen', from: closedStages, to: openStages },
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
