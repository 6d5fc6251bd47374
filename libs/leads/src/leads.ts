import { address, choice, defineRecords, money, reference, text } from '@rapport/records';

export const leads = defineRecords({
  resource: { name: 'leads', number: 3, table: 'lead' },
  columns: {
    firstName: text(),
    lastName: text(),
    companyName: text(),
    jobTitle: text(),
    email: text(),
    phone: text(),
    mobilePhone: text(),
    website: text(),
    source: text(),
    rating: text(),
    industry: text(),
    estimatedValue: money(),
    currency: text(),
    address: address(),
    campaignId: reference({ table: null, noun: 'campaign' }),
    status: choice('new'),
    description: text(),
  },
  freeze: {
    when: `status = 'converted'`,
    code: 'lead_converted',
    detail: 'The lead has been converted, so it does not change any more; change the records that it became.',
  },
});
