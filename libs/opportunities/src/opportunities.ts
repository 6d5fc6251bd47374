import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { leads } from '@rapport/leads';
import {
  choice,
  date,
  defineRecords,
  integerBy,
  money,
  namedReference,
  reference,
  requiredText,
  text,
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

export const opportunities = defineRecords({
  resource: { name: 'opportunities', number: 4, table: 'opportunity' },
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
    campaignId: reference({ table: null, noun: 'campaign' }),
    description: text(),
  },
});
