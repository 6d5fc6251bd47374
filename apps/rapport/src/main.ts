import { endOnSignals } from '@rapport/http-server/signals';

endOnSignals();
const { rapport } = await import('./commands.ts');
await rapport();
