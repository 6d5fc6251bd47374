import { kinds } from '@rapport/kinds';
import { defineRecords } from '@rapport/records';

export const contacts = defineRecords(kinds.contacts, {
  indexed: ['customerId', 'email'],
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.name`,
    rules: [{ on: ['created', { changed: 'customerId' }], itemType: 'contactAdded' }],
  },
});
