import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { startPublicApi } = await import('./start.ts');
await startPublicApi();
