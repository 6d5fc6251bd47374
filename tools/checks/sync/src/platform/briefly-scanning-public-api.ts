import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** The public API, except that a page of a feed looks at so few changes that every scenario reaches that end. */
await startPublicApi({ rules: { ...recordRules, feedScan: { ...recordRules.feedScan, changesMax: 20 } } });
