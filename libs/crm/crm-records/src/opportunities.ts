import { kinds } from '@rapport/kinds';
import { defineRecords } from '@rapport/records';

export const opportunities = defineRecords(kinds.opportunities, {
  indexed: ['stage', 'customerId', 'contactId', 'leadId', 'amount', 'expectedCloseDate'],
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
