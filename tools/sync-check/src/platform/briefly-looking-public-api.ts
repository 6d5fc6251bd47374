import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** The public API as it is, but for how many changes a page of a feed looks at: few enough that pages of every scenario end there. */
await startPublicApi({ rules: { ...recordRules, feedLook: { ...recordRules.feedLook, changesMax: 20 } } });
