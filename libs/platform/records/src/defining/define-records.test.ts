import { activityStatuses, kinds } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { defineRecords } from './define-records.ts';

test('the columns of a kind have what its members say', () => {
  const { columns } = defineRecords(kinds.activities, { indexed: [] });
  expect(columns).not.toHaveProperty('statusName');
  expect(columns.subject).toEqual({ type: 'text', isRequired: true });
  expect(columns.status).toEqual({
    ...{ type: 'text', default: 'plan', kept: true },
    ...{ words: activityStatuses, wordAs: 'statusName' },
  });
  expect(columns.customerId).toEqual({
    ...{ type: 'uuid', target: kinds.customers, joinedAs: 'customerName' },
    takenFrom: [
      { member: 'opportunityId', target: kinds.opportunities, column: 'customer_id' },
      { member: 'contactId', target: kinds.contacts, column: 'customer_id' },
    ],
  });
  expect(columns.participantContactIds).toEqual({
    ...{ type: 'uuid[]', target: kinds.contacts, weakTo: 'contact', default: [] },
  });
});

test('a name is kept as a copy where the kind says so, a parent is of the kind itself, and an address may have a key', () => {
  const contacts = defineRecords(kinds.contacts, { indexed: [] }).columns;
  expect(contacts.customerId).toEqual({ type: 'uuid', target: kinds.customers, shownAs: 'customerName' });
  expect(contacts.email.keyOf?.('A@b.test')).toBe(contacts.email.keyOf?.('a@B.test'));
  const { parentCampaignId } = defineRecords(kinds.campaigns, { indexed: [] }).columns;
  expect(parentCampaignId).toEqual({ type: 'uuid', target: kinds.campaigns, joinedAs: 'parentCampaignName' });
});

test('what a record names may be deleted all the same where the kind says so', () => {
  const { columns } = defineRecords(kinds.marketingEmails, { indexed: [] });
  expect(columns.templateId).toEqual({ type: 'uuid', target: kinds.marketingEmails, weakTo: 'marketing_email' });
  expect(columns.segmentId).toEqual({ type: 'uuid', target: kinds.campaigns, weakTo: 'campaign' });
  const { convertedContactId } = defineRecords(kinds.leads, { indexed: [] }).columns;
  expect(convertedContactId).toEqual({ type: 'uuid', weakTo: 'contact' });
});

test('a text that people write is searched as a text where no words are looked for in it, and a word of a list is not', () => {
  const { search } = defineRecords(kinds.shippingAddresses, { indexed: ['customerId'] });
  expect(search).toEqual({
    texts: ['title', 'city', 'recipientName'],
    otherTexts: ['countryCode'],
    indexed: ['customerId'],
  });
  expect(defineRecords(kinds.leads, { indexed: [] }).search?.otherTexts).toEqual([]);
});
