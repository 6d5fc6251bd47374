import { checkCredentialKeys, CredentialKeys } from '@rapport/api-clients';
import { connectPlatform } from '@rapport/container';
import { readConfig } from '@rapport/config';
import { serve } from '@rapport/http-server';
import { CellWork } from '@rapport/sagas';
import { startServiceTelemetry } from '@rapport/telemetry';
import { TenantCreation } from '@rapport/tenants';
import { operatorsApp } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';
import { resumeCellWork } from './resume-cell-work.ts';

const settings = readConfig(config);
const telemetry = await startServiceTelemetry('subscription-service', settings);
const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells, REDIS_URL: redisUrl } = settings;
const platform = connectPlatform(telemetry, { controlUrl, cells, redisUrl });
const { database, redis } = platform;
const container = createContainer(settings, platform);
redis.start();
await checkCredentialKeys(container.get(CredentialKeys), telemetry);
const stopResuming = resumeCellWork(container.get(CellWork), container.get(TenantCreation), telemetry);

await serve({
  telemetry,
  listeners: [{ host: settings.HOST, port: settings.OPERATOR_PORT, app: operatorsApp(container) }],
  management: { host: settings.HOST, port: settings.MANAGEMENT_PORT },
  ready: { database: () => telemetry.inBackground('readiness', (context) => database.ready(context)) },
  close: { cellWork: stopResuming, redis: () => redis.close(), database: () => database.close() },
});
