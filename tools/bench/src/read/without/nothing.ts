import { startPublicApi } from '@rapport/public-api';

await startPublicApi();
