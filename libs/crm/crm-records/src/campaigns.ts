import { kinds } from '@rapport/kinds';
import { computed, defineRecords } from '@rapport/records';

export const campaigns = defineRecords(kinds.campaigns, {
  indexed: ['status', 'campaignType', 'startDate'],
  computed: {
    memberCount: computed<number>(
      'integer',
      () => '(select count(*) from tenant.campaign_member where campaign_id = record.id)',
    ),
    respondedCount: computed<number>(
      'integer',
      () => `(select count(*) from tenant.campaign_member where campaign_id = record.id and status = 'responded')`,
    ),
  },
});
