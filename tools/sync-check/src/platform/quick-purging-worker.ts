import { startChangeFeedWorker } from '@rapport/change-feed-worker';

/** The worker as it is, but for the time between two rounds of its purge, for which no scenario can wait. */
process.env['PURGE_INTERVAL_SECONDS'] = '1';
await startChangeFeedWorker();
