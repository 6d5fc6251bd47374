import {
  choice,
  date,
  defineRecords,
  joinedReference,
  keptChoice,
  money,
  optionalCode,
  requiredText,
  text,
} from '@rapport/records';

const resource = { name: 'campaigns', number: 6, table: 'campaign' };

export const campaigns = defineRecords({
  resource,
  columns: {
    code: optionalCode(),
    name: requiredText(),
    campaignType: choice('other'),
    status: keptChoice('planned'),
    startDate: date(),
    endDate: date(),
    budget: money(),
    actualCost: money(),
    expectedRevenue: money(),
    currency: text(),
    parentCampaignId: joinedReference({ resource }, 'parentCampaignName'),
    description: text(),
  },
  search: { texts: ['code', 'name'], indexed: ['status', 'campaignType', 'startDate'] },
});
