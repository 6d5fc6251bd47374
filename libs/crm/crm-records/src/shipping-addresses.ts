import { kinds } from '@rapport/kinds';
import { anyChange, defineRecords } from '@rapport/records';

export const shippingAddresses = defineRecords(kinds.shippingAddresses, {
  goesWith: ['customerId'],
  indexed: ['customerId'],
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.title`,
    rules: [{ on: anyChange, itemType: 'shippingAddressChanged', showsChanges: true }],
  },
});
