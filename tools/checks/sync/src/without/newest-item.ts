import { startChangeFeedWorker, workerStatements } from '@rapport/change-feed-worker';
import { namedText, statement } from '@rapport/database';

/** The purge takes every item that is too old, even the newest one. */
const { purgeFeed } = workerStatements;
const text = namedText(purgeFeed);
const withoutGuard = text.replace('and change_feed.occurred_on < newest.occurred_on', '');
if (withoutGuard === text) {
  throw new Error('the purge does not say any more that the newest item stays');
}

process.env['PURGE_INTERVAL_SECONDS'] = '1';
await startChangeFeedWorker({
  statements: { ...workerStatements, purgeFeed: statement(purgeFeed.name, withoutGuard) },
});
