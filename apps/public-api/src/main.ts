import { startPublicApi } from './start.ts';

await startPublicApi();
