import { inOrder } from '@rapport/http-contract';
import { amount, choiceOr, currency, date, keptChoice, optionalCode, text } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { kind } from './kind/kind.ts';
import { itself, nameOf, reference } from './kind/relations.ts';

const types = namedList('CampaignType', [
  'email',
  'newsletter',
  'event',
  'webinar',
  'telemarketing',
  'socialMedia',
  'advertisement',
  'directMail',
  'other',
]);
const statuses = namedList('CampaignStatus', ['planned', 'active', 'paused', 'completed', 'cancelled']);

export const campaigns = kind({
  resource: { name: 'campaigns', number: 6, table: 'campaign' },
  called: { one: 'a campaign', many: 'campaigns' },
  about: 'Campaigns, and the contacts, leads and customers that they address.',
  members: {
    code: optionalCode().describe('Unique in the tenant, ignoring case. Left out or null it stays.'),
    name: text(200).required(),
    campaignType: choiceOr(types, 'other'),
    status: keptChoice(statuses, 'planned'),
    startDate: date(),
    endDate: date().describe('Not before startDate.'),
    budget: amount(),
    actualCost: amount(),
    expectedRevenue: amount(),
    currency: currency(),
    parentCampaignId: reference(itself),
    parentCampaignName: nameOf('parentCampaignId', 'the parent'),
    description: text(4000),
  },
  rules: [inOrder('startDate', 'endDate')],
  search: {
    words: ['code', 'name'],
    filters: ['status', 'campaignType', 'code', 'name', 'ownerUserId', 'startDate'],
    sorts: ['name', 'startDate'],
  },
});
