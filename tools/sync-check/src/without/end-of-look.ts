import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A page that stopped looking before the end of its read does not say so, unless its caller sees the change at which it did. */
await startPublicApi({ rules: { ...recordRules, feedLook: { changesMax: 20, isEnd: () => 'false' } } });
