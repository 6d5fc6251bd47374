import { startPublicApi } from '@rapport/public-api';

// Without a collector there are trace ids and no spans.
delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
await startPublicApi();
