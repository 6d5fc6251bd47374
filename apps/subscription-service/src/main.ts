import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { startSubscriptionService } = await import('./start.ts');
await startSubscriptionService();
