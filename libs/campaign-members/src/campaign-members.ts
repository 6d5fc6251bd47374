import { campaigns } from '@rapport/campaigns';
import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { leads } from '@rapport/leads';
import { choice, counted, defineRecords, reference, requiredReference, requiredText, time } from '@rapport/records';

/**
 * The contacts, leads and customers that a campaign addresses. A caller that sees the campaign sees its members. Callers
 * name a member by its number.
 */
export const campaignMembers = defineRecords({
  resource: { name: 'campaign_members', number: 9, table: 'campaign_member' },
  columns: {
    number: counted(),
    campaignId: requiredReference(campaigns, 'campaignName'),
    contactId: reference(contacts),
    leadId: reference(leads),
    customerId: reference(customers),
    memberType: requiredText(),
    status: choice('added'),
    firstRespondedOnUtc: time(),
  },
  seenBy: { parent: campaigns, column: 'campaign_id' },
  goesWith: ['campaignId', 'contactId', 'leadId', 'customerId'],
  search: { texts: [], indexed: ['campaignId', 'contactId', 'leadId', 'customerId'] },
});
