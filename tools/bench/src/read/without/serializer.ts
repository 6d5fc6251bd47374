import { startPublicApi } from '@rapport/public-api';
import { RecordShape } from '@rapport/records/statements';

const written = JSON.stringify({ id: 'x'.repeat(800) });
Object.assign(RecordShape.prototype, { serializer: () => () => written });
await startPublicApi();
