import { kinds } from '@rapport/kinds';
import { defineRecords } from '@rapport/records';

export const leads = defineRecords(kinds.leads, {
  indexed: ['status', 'source', 'campaignId', 'email'],
  timeline: {
    customer: (row) => `${row}.converted_customer_id`,
    title: (row) => `${row}.name`,
    rules: [{ on: [{ changed: 'status', to: 'converted' }], itemType: 'leadConverted', showsChanges: true }],
  },
  freeze: {
    when: `status = 'converted'`,
    code: 'lead_converted',
    detail: 'The lead has been converted, so it does not change any more; change the records that it became.',
  },
});
