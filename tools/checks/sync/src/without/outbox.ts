import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A feed shows only changes that were moved to it, and none of the outbox. */
await startPublicApi({
  rules: { ...recordRules, feedLogs: recordRules.feedLogs.filter(({ table }) => table === 'tenant.change_feed') },
});
