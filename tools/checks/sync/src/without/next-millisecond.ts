import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** Reads end at the millisecond of the newest change, and not after it. */
await startPublicApi({ rules: { ...recordRules, watermark: (newest) => `date_trunc('milliseconds', ${newest})` } });
