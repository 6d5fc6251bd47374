import { KeyRing, SigningKeys, watchKeys } from '@rapport/access-tokens';
import { checkCredentialKeys, CredentialKeys } from '@rapport/api-clients';
import { readConfig } from '@rapport/config';
import { Database } from '@rapport/database';
import { serve } from '@rapport/http-server';
import { AppError } from '@rapport/kernel';
import { Passwords } from '@rapport/people';
import { Redis } from '@rapport/redis';
import { purgeNowAndThen, SignInPurge } from '@rapport/sign-in';
import { startServiceTelemetry } from '@rapport/telemetry';
import { TokenAuditWriter } from '@rapport/token-audit';
import { tokenServiceApp } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

const settings = readConfig(config);
const telemetry = await startServiceTelemetry('token-service', settings);
const container = createContainer(settings, telemetry);
const database = container.get(Database);
const redis = container.get(Redis);
const keys = container.get(SigningKeys);
redis.start();
await openSigningKeys();
await checkCredentialKeys(container.get(CredentialKeys), telemetry);
const stopWatching = watchKeys(telemetry, 'signing keys', keys);
const stopWatchingPublic = watchKeys(telemetry, 'public keys', container.get(KeyRing));
const audit = container.get(TokenAuditWriter);
audit.start();
telemetry.metrics.gauge({
  name: 'password_checks_waiting',
  help: 'Passwords that wait to be compared or hashed in this process.',
  read: () => container.get(Passwords).waiting,
});
const stopPurging = purgeNowAndThen(telemetry, container.get(SignInPurge));

await serve({
  telemetry,
  listeners: [{ host: settings.HOST, port: settings.PORT, app: tokenServiceApp(container, settings) }],
  management: { host: settings.HOST, port: settings.MANAGEMENT_PORT },
  ready: { database: () => telemetry.inBackground('readiness', (context) => database.ready(context)) },
  close: {
    audit: () => audit.stop(),
    keys: stopWatching,
    publicKeys: stopWatchingPublic,
    purge: stopPurging,
    redis: () => redis.close(),
    database: () => database.close(),
  },
});

/** A wrong key encryption key stops the start. A database that is away does not. */
async function openSigningKeys(): Promise<void> {
  try {
    await telemetry.inBackground('open signing keys', (context) => keys.refresh(context));
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    telemetry.logger.warn({ error }, 'the signing keys will be opened when the database is there');
  }
}
