import { KeyRing, watchKeys } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { connectPlatform, untilAnswered } from '@rapport/container';
import { readConfig } from '@rapport/config';
import { openManagement, serve } from '@rapport/http-server';
import { CellWork } from '@rapport/sagas';
import { startServiceTelemetry } from '@rapport/telemetry';
import { recordKinds } from '@rapport/crm-records';
import { TenantCreation } from '@rapport/tenants';
import { DueSubscriptions } from '@rapport/subscriptions';
import { RecordCounting } from '@rapport/usage';
import { operatorsApp } from './app.ts';
import { companiesApp } from './companies/app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';
import { resumeCellWork } from './resume-cell-work.ts';

/** Starts the service by its environment. */
export async function startSubscriptionService(): Promise<void> {
  const settings = readConfig(config);
  const { HOST: host } = settings;
  const telemetry = await startServiceTelemetry('subscription-service', settings);
  const platform = connectPlatform(telemetry, settings);
  const { database, redis } = platform;
  const container = createContainer(settings, platform);
  const ready = { schemas: () => database.schemas.isReady };
  const management = await openManagement({ telemetry, host, port: settings.MANAGEMENT_PORT, ready });
  redis.start();
  await database.schemas.start();
  await untilAnswered(telemetry, 'check credential keys', (context) => container.get(CredentialKeys).require(context));
  const stopWatching = watchKeys(telemetry, 'public keys', container.get(KeyRing));
  const stopResuming = resumeCellWork(container.get(CellWork), container.get(TenantCreation), telemetry);
  const due = container.get(DueSubscriptions);
  due.start();
  const counting = container.get(RecordCounting);
  counting.start(recordKinds.flatMap(({ resource }) => (resource.isCounted ? [resource.number] : [])));
  await serve({
    management,
    listeners: [
      { host, port: settings.OPERATOR_PORT, app: operatorsApp(container, settings) },
      { host, port: settings.PORT, app: companiesApp(container, settings) },
    ],
    close: {
      keys: stopWatching,
      cellWork: stopResuming,
      subscriptions: () => due.stop(),
      usage: () => counting.stop(),
      redis: () => redis.close(),
      database: () => database.close(),
    },
  });
}
