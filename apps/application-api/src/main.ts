import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { startApplicationApi } = await import('./start.ts');
await startApplicationApi();
