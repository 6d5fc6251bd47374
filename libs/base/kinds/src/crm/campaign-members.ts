import { choiceOr, givenChoice, readOnly, recordNumber, time } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { z } from 'zod';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import { kind } from './kind/kind.ts';
import { reference, requiredReference } from './kind/relations.ts';
import { leads } from './leads.ts';

export const campaignMemberStatuses = namedList('CampaignMemberStatus', [
  'added',
  'sent',
  'opened',
  'clicked',
  'responded',
  'bounced',
  'optedOut',
]);

/** The lists of a request in which the ids of new members stand. */
export const memberLists = ['contactIds', 'leadIds', 'customerIds'] as const;

const types = namedList('CampaignMemberType', ['contact', 'lead', 'customer']);

/**
 * The contacts, leads and customers that a campaign addresses. A caller that sees the campaign sees its members. Callers
 * name a member by its number.
 */
export const campaignMembers = kind({
  resource: { name: 'campaign_members', number: 9, table: 'campaign_member' },
  called: { one: 'a member of a campaign', many: 'members of a campaign' },
  about: 'The contacts, leads and customers that a campaign addresses.',
  seenBy: { parent: campaigns, member: 'campaignId' },
  members: {
    number: recordNumber(),
    campaignId: requiredReference(campaigns),
    memberType: givenChoice(types),
    contactId: reference(contacts),
    leadId: reference(leads),
    customerId: reference(customers),
    memberName: readOnly(
      z.string().nullable().describe('The name of the target; null where the caller may not see it.'),
    ),
    email: readOnly(
      z
        .string()
        .nullable()
        .describe("The target's; null where the caller may not see it, or may not read records of its kind."),
    ),
    status: choiceOr(campaignMemberStatuses, 'added'),
    hasResponded: readOnly(z.boolean().describe('Whether the status is `responded`.')),
    firstRespondedOnUtc: time(),
  },
  search: { words: [], filters: ['campaignId', 'status', 'memberType'], sorts: [] },
});
