import { kinds } from '@rapport/kinds';
import { defineRecords, timelineEnd } from '@rapport/records';
import { computedMembers } from './computed-members.ts';

export const customers = defineRecords(kinds.customers, {
  indexed: ['customerType', 'customerGroupId', 'isActive', 'parentCustomerId'],
  computed: computedMembers,
  timeline: {
    customer: (row) => `${row}.id`,
    title: (row) => `${row}.name`,
    rules: [
      { on: ['created'], itemType: 'customerCreated' },
      { on: ['changed'], itemType: 'customerUpdated', showsChanges: true },
      { on: ['deleted'], itemType: timelineEnd },
    ],
  },
});
