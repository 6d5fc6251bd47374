import { readConfig } from '@rapport/config';
import { serve } from '@rapport/http-server';
import { CellWork, checkCredentialKeys, CredentialKeys } from '@rapport/identity';
import { startServiceTelemetry } from '@rapport/telemetry';
import { TenantCreation } from '@rapport/tenants';
import { operatorsApp } from './app.ts';
import { config } from './config.ts';
import { connect, createContainer } from './container.ts';
import { resumeCellWork } from './resume-cell-work.ts';

const settings = readConfig(config);
const telemetry = await startServiceTelemetry('subscription-service', settings);
const connections = connect(settings, telemetry);
const { database, redis } = connections;
const container = createContainer(settings, telemetry, connections);
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
