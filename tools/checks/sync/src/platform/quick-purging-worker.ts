import { startChangeFeedWorker } from '@rapport/change-feed-worker';

/** The worker, except for the time between two rounds of its purge, which no scenario could wait for. */
process.env['PURGE_INTERVAL_SECONDS'] = '1';
await startChangeFeedWorker();
