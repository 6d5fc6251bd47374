import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { startChangeFeedWorker } = await import('./start.ts');
await startChangeFeedWorker();
