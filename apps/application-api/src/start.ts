import { KeyRing, watchKeys } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { readConfig } from '@rapport/config';
import { untilAnswered } from '@rapport/container';
import { Database } from '@rapport/database';
import { openManagement, serve } from '@rapport/http-server';
import { MailSender } from '@rapport/mail';
import { NameFanOut } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { startServiceTelemetry } from '@rapport/telemetry';
import { RequestCountWriter } from '@rapport/usage';
import { applicationApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

/** Starts the service by its environment. */
export async function startApplicationApi(): Promise<void> {
  const settings = readConfig(config);
  const { HOST: host, PORT: port } = settings;
  const telemetry = await startServiceTelemetry('application-api', settings);
  const container = createContainer(settings, telemetry);
  const database = container.get(Database);
  const redis = container.get(Redis);
  const mail = container.get(MailSender);
  const ready = { schemas: () => database.schemas.isReady };
  const management = await openManagement({ telemetry, host, port: settings.MANAGEMENT_PORT, ready });
  redis.start();
  await database.schemas.start();
  await untilAnswered(telemetry, 'check credential keys', (context) => container.get(CredentialKeys).require(context));
  const stopWatching = watchKeys(telemetry, 'public keys', container.get(KeyRing));
  mail.start();
  const usage = container.get(RequestCountWriter);
  usage.start();
  await serve({
    management,
    listeners: [{ host, port, app: applicationApi(container, settings) }],
    close: {
      keys: stopWatching,
      mail: () => mail.stop(),
      usage: () => usage.stop(),
      names: () => container.get(NameFanOut).stop(),
      redis: () => redis.close(),
      database: () => database.close(),
    },
  });
}
