import { Database, type DatabaseOptions } from '@rapport/database';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import type { Container } from 'inversify';

/** How a process reaches the world. */
export interface Platform {
  readonly telemetry: Telemetry;
  readonly database: Database;
  readonly redis: Redis;
}

type Addresses = Pick<DatabaseOptions, 'controlUrl' | 'cells'> & { readonly redisUrl: string };

export function connectPlatform(telemetry: Telemetry, { controlUrl, cells, redisUrl }: Addresses): Platform {
  const { logger, metrics, service: applicationName } = telemetry;
  const database = new Database({ controlUrl, cells, metrics, logger, applicationName });
  return { telemetry, database, redis: new Redis({ url: redisUrl, logger, metrics }) };
}

/** Binds what every service of this platform has. */
export function bindPlatform(container: Container, { telemetry, database, redis }: Platform): void {
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(telemetry.logger);
  container.bind(Metrics).toConstantValue(telemetry.metrics);
  container.bind(Database).toConstantValue(database);
  container.bind(Redis).toConstantValue(redis);
}
