import { kinds } from '@rapport/kinds';
import { defineRecords, type Occasion } from '@rapport/records';

/** An activity comes to a customer when it is made, or gets another customer. */
const comes: readonly Occasion[] = ['created', { changed: 'customerId' }];

export const activities = defineRecords(kinds.activities, {
  indexed: [
    'status',
    'activityType',
    'customerId',
    'contactId',
    'leadId',
    'opportunityId',
    'campaignId',
    'dueOnUtc',
    'startOnUtc',
  ],
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.subject`,
    rules: [
      {
        on: comes,
        where: { member: 'activityType', is: 'note' },
        itemType: 'note',
        summary: { text: 'description' },
        isAtCreation: true,
      },
      { on: comes, itemType: 'activity', summary: { text: 'outcome' }, isAtCreation: true },
      {
        on: [{ changed: 'status' }],
        itemType: 'activityStatusChanged',
        summary: { step: 'status' },
        showsChanges: true,
      },
    ],
  },
});
