import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** Reads end at the time of day. */
await startPublicApi({ rules: { ...recordRules, watermark: () => recordRules.watermark('clock_timestamp()') } });
