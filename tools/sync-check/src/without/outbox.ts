import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** Feeds are read from what was moved to them, and from nothing else. */
await startPublicApi({
  rules: { ...recordRules, feedLogs: recordRules.feedLogs.filter(({ table }) => table === 'tenant.change_feed') },
});
