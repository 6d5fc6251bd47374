import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A read inside the newest purged stamp goes on with the items that are left of it. */
await startPublicApi({ rules: { ...recordRules, isPurged: (time, purgedTo) => `${time} < ${purgedTo}` } });
