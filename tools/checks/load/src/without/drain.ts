import { startPublicApi } from '@rapport/public-api';

/** A process that must stop ends at once, whatever it is doing. */
process.on('SIGTERM', () => process.exit(0));
await startPublicApi();
