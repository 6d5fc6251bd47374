import { startPublicApi } from '@rapport/public-api';
import { Metrics } from '@rapport/telemetry';

const unmeasured = { observe: () => undefined };
Object.assign(Metrics.prototype, { histogram: () => unmeasured, histogramWithExemplars: () => unmeasured });
await startPublicApi();
