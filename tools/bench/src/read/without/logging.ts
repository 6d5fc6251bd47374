import { startPublicApi } from '@rapport/public-api';

process.env['LOG_LEVEL'] = 'silent';
await startPublicApi();
