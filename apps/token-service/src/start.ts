import { KeyRing, SigningKeys, watchKeys } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { readConfig } from '@rapport/config';
import { untilAnswered } from '@rapport/container';
import { Database } from '@rapport/database';
import { openManagement, serve } from '@rapport/http-server';
import { Passwords } from '@rapport/people';
import { Redis } from '@rapport/redis';
import { purgeNowAndThen, SignInPurge } from '@rapport/sign-in';
import { startServiceTelemetry } from '@rapport/telemetry';
import { TokenAuditWriter } from '@rapport/token-audit';
import { RequestCountWriter } from '@rapport/usage';
import { tokenServiceApp } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

/** Starts the service by its environment. */
export async function startTokenService(): Promise<void> {
  const settings = readConfig(config);
  const { HOST: host, PORT: port } = settings;
  const telemetry = await startServiceTelemetry('token-service', settings);
  const container = createContainer(settings, telemetry);
  const database = container.get(Database);
  const redis = container.get(Redis);
  const keys = container.get(SigningKeys);
  const ready = { schemas: () => database.schemas.isReady };
  const management = await openManagement({ telemetry, host, port: settings.MANAGEMENT_PORT, ready });
  redis.start();
  await database.schemas.start();
  await untilAnswered(telemetry, 'open signing keys', (context) => keys.refresh(context));
  await untilAnswered(telemetry, 'check credential keys', (context) => container.get(CredentialKeys).require(context));
  const stopWatching = watchKeys(telemetry, 'signing keys', keys);
  const stopWatchingPublic = watchKeys(telemetry, 'public keys', container.get(KeyRing));
  const audit = container.get(TokenAuditWriter);
  audit.start();
  const usage = container.get(RequestCountWriter);
  usage.start();
  telemetry.metrics.gauge({
    name: 'password_checks_waiting',
    help: 'Passwords that wait to be compared or hashed in this process.',
    read: () => container.get(Passwords).waiting,
  });
  const stopPurging = purgeNowAndThen(telemetry, container.get(SignInPurge));
  await serve({
    management,
    listeners: [{ host, port, app: tokenServiceApp(container, settings) }],
    close: {
      audit: () => audit.stop(),
      usage: () => usage.stop(),
      keys: stopWatching,
      publicKeys: stopWatchingPublic,
      purge: stopPurging,
      redis: () => redis.close(),
      database: () => database.close(),
    },
  });
}
