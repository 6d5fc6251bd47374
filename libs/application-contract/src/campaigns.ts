import {
  byDate,
  byEnum,
  byId,
  byText,
  commonFilters,
  commonSorts,
  inOrder,
  namedList,
  searchRequest,
} from '@rapport/http-contract';
import {
  amount,
  currency,
  date,
  derived,
  enumChoiceOr,
  keptEnumChoice,
  optionalCode,
  readOnly,
  reference,
  text,
} from '@rapport/http-contract/members';
import { z } from 'zod';
import { recordGroup } from './record-group.ts';

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

const search = searchRequest('SearchCampaignRequest', {
  filters: {
    ...commonFilters,
    status: byEnum(statuses),
    campaignType: byEnum(types),
    code: byText().orNull(),
    name: byText(),
    ownerUserId: byId(),
    startDate: byDate().orNull(),
  },
  sorts: [...commonSorts, 'name', 'startDate'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['code', 'name'],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    campaignType: { field: 'campaignType', operator: 'in' },
  },
});

export const campaigns = recordGroup({
  group: 'campaign',
  singular: 'Campaign',
  called: { one: 'a campaign', many: 'campaigns' },
  resource: 'campaigns',
  members: {
    code: optionalCode().describe('Unique in the tenant, ignoring case. Left out or null it stays.'),
    name: text(200).required(),
    campaignType: enumChoiceOr(types, 'other'),
    status: keptEnumChoice(statuses, 'planned'),
    startDate: date(),
    endDate: date().describe('Not before startDate.'),
    budget: amount(),
    actualCost: amount(),
    expectedRevenue: amount(),
    currency: currency(),
    parentCampaignId: reference(),
    parentCampaignName: derived('The name of the parent; null where the caller may not see it.'),
    description: text(4000),
  },
  rules: [inOrder('startDate', 'endDate')],
  itemsAlone: { memberCount: readOnly(z.int()), respondedCount: readOnly(z.int()) },
  conflicts: ['code_conflict'],
  updateConflicts: ['hierarchy_cycle'],
  search,
});

export const campaignContract = {
  createCampaign: campaigns.create,
  updateCampaign: campaigns.update,
  getCampaign: campaigns.get,
  deleteCampaign: campaigns.delete,
  searchCampaign: campaigns.search,
};
