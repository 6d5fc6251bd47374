import { startPublicApi } from '@rapport/public-api';
import { recordRules } from '@rapport/records';

/** A first page does not check whether its caller's view changed since the caller was admitted. */
await startPublicApi({ rules: { ...recordRules, isStaleView: () => false } });
