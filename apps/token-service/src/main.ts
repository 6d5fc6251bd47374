import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { startTokenService } = await import('./start.ts');
await startTokenService();
