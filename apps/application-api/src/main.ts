import { KeyRing, watchKeys } from '@rapport/access-tokens';
import { checkCredentialKeys, CredentialKeys } from '@rapport/api-clients';
import { readConfig } from '@rapport/config';
import { Database } from '@rapport/database';
import { serve } from '@rapport/http-server';
import { MailSender } from '@rapport/mail';
import { NameFanOut } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { startServiceTelemetry } from '@rapport/telemetry';
import { applicationApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

const settings = readConfig(config);
const telemetry = await startServiceTelemetry('application-api', settings);
const container = createContainer(settings, telemetry);
const database = container.get(Database);
const redis = container.get(Redis);
redis.start();
await checkCredentialKeys(container.get(CredentialKeys), telemetry);
const stopWatching = watchKeys(telemetry, 'public keys', container.get(KeyRing));

const mail = container.get(MailSender);
mail.start();

await serve({
  telemetry,
  listeners: [{ host: settings.HOST, port: settings.PORT, app: applicationApi(container, settings) }],
  management: { host: settings.HOST, port: settings.MANAGEMENT_PORT },
  ready: { database: () => telemetry.inBackground('readiness', (context) => database.ready(context)) },
  close: {
    keys: stopWatching,
    mail: () => mail.stop(),
    names: () => container.get(NameFanOut).stop(),
    redis: () => redis.close(),
    database: () => database.close(),
  },
});
