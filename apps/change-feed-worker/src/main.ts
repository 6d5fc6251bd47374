import { startChangeFeedWorker } from './start.ts';

await startChangeFeedWorker();
