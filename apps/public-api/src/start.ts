import { KeyRing, watchKeys } from '@rapport/access-tokens';
import { readConfig } from '@rapport/config';
import { Database } from '@rapport/database';
import { openManagement, serve } from '@rapport/http-server';
import { FanOutSweeper, NameFanOut, recordRules, type RecordRules } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { startServiceTelemetry } from '@rapport/telemetry';
import { RequestCountWriter } from '@rapport/usage';
import type { Container } from 'inversify';
import { publicApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

export interface PublicApiOptions {
  readonly rules?: RecordRules;
  /** Binds another part in place of one of the service's own. */
  readonly replace?: (container: Container) => void;
}

/** Starts the service by its environment. Only the sync check gives rules, and only the bench replaces a part. */
export async function startPublicApi({ rules = recordRules, replace }: PublicApiOptions = {}): Promise<void> {
  const settings = readConfig(config);
  const { HOST: host, PORT: port } = settings;
  const telemetry = await startServiceTelemetry('public-api', settings);
  const container = createContainer(settings, telemetry, rules);
  replace?.(container);
  const database = container.get(Database);
  const redis = container.get(Redis);
  const fanOut = container.get(NameFanOut);
  const sweeper = container.get(FanOutSweeper);
  const ready = { schemas: () => database.schemas.isReady };
  const management = await openManagement({ telemetry, host, port: settings.MANAGEMENT_PORT, ready });
  redis.start();
  await database.schemas.start();
  sweeper.start();
  const stopWatching = watchKeys(telemetry, 'public keys', container.get(KeyRing));
  const usage = container.get(RequestCountWriter);
  usage.start();
  await serve({
    management,
    listeners: [{ host, port, app: publicApi(container) }],
    drain: () => sweeper.stop(),
    close: {
      names: () => fanOut.stop(),
      usage: () => usage.stop(),
      keys: stopWatching,
      redis: () => redis.close(),
      database: () => database.close(),
    },
  });
}
