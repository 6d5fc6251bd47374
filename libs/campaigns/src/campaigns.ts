import {
  choice,
  date,
  defineRecords,
  figure,
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
    memberCount: figure<number>(
      'integer',
      () => '(select count(*) from tenant.campaign_member m where m.campaign_id = record.id)',
    ),
    respondedCount: figure<number>(
      'integer',
      () =>
        `(select count(*) from tenant.campaign_member m where m.campaign_id = record.id and m.status = 'responded')`,
    ),
  },
  search: { texts: ['code', 'name'], indexed: ['status', 'campaignType', 'startDate'] },
});
