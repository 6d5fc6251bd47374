import { kinds } from '@rapport/kinds';
import { defineRecords, figure } from '@rapport/records';

export const campaigns = defineRecords(kinds.campaigns, {
  indexed: ['status', 'campaignType', 'startDate'],
  figures: {
    memberCount: figure<number>(
      'integer',
      () => '(select count(*) from tenant.campaign_member where campaign_id = record.id)',
    ),
    respondedCount: figure<number>(
      'integer',
      () => `(select count(*) from tenant.campaign_member where campaign_id = record.id and status = 'responded')`,
    ),
  },
});
