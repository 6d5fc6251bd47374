import { campaigns } from '@rapport/campaigns';
import { stepsOfLeads } from '@rapport/kinds';
import { address, choice, defineRecords, email, joinedReference, money, text, time, trace } from '@rapport/records';

export const leads = defineRecords({
  resource: { name: 'leads', number: 3, table: 'lead', isCounted: true },
  columns: {
    firstName: text(),
    lastName: text(),
    companyName: text(),
    jobTitle: text(),
    email: email(),
    phone: text(),
    mobilePhone: text(),
    website: text(),
    source: text(),
    rating: text(),
    industry: text(),
    estimatedValue: money(),
    currency: text(),
    address: address(),
    campaignId: joinedReference(campaigns, 'campaignName'),
    status: choice('new'),
    description: text(),
    lostReason: text(),
    convertedOnUtc: time(),
    convertedCustomerId: trace('customer'),
    convertedContactId: trace('contact'),
    convertedOpportunityId: trace('opportunity'),
  },
  states: {
    member: 'status',
    from: stepsOfLeads,
    reason: { member: 'lostReason', states: ['unqualified'], isRequired: false },
    otherwise: { converted: 'POST /api/v1/lead/convert converts a lead.' },
  },
  search: {
    texts: ['firstName', 'lastName', 'companyName', 'email', 'phone', 'mobilePhone'],
    indexed: ['status', 'source', 'campaignId', 'email'],
  },
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
