import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A page that stops before the end of its read says so only where the caller sees the change at which it stopped. */
await startPublicApi({ rules: { ...recordRules, feedScan: { changesMax: 20, isEnd: () => 'false' } } });
