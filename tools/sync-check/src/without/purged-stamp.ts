import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A read that stands inside the newest purged stamp goes on with what is left of it. */
await startPublicApi({
  rules: { ...recordRules, isPurged: (time, purgedTo) => `${time} < ${purgedTo}` },
});
