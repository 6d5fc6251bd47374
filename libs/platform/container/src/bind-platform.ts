import { readDatabasePassword } from '@rapport/config';
import { Database, RolePassword } from '@rapport/database';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import type { Container } from 'inversify';

/** The ways of a process to the world. */
export interface Platform {
  readonly telemetry: Telemetry;
  readonly database: Database;
  readonly redis: Redis;
}

/** The settings of a process that uses the databases, by the names of the variables. */
export interface DatabaseSettings {
  readonly CONTROL_DATABASE_URL: string;
  readonly CELL_DATABASE_URLS?: Readonly<Record<string, string>>;
  readonly DATABASE_POOL_SIZE: number;
}

export function connectDatabase(telemetry: Telemetry, settings: DatabaseSettings): Database {
  return new Database({
    controlUrl: settings.CONTROL_DATABASE_URL,
    cells: settings.CELL_DATABASE_URLS ?? {},
    password: new RolePassword(readDatabasePassword),
    poolSize: settings.DATABASE_POOL_SIZE,
    metrics: telemetry.metrics,
    logger: telemetry.logger,
    applicationName: telemetry.service,
  });
}

export function connectPlatform(
  telemetry: Telemetry,
  settings: DatabaseSettings & { readonly REDIS_URL: string },
): Platform {
  const { logger, metrics } = telemetry;
  const redis = new Redis({ url: settings.REDIS_URL, logger, metrics });
  return { telemetry, database: connectDatabase(telemetry, settings), redis };
}

/** Binds what every service of this platform has. */
export function bindPlatform(container: Container, { telemetry, database, redis }: Platform): void {
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(telemetry.logger);
  container.bind(Metrics).toConstantValue(telemetry.metrics);
  container.bind(Database).toConstantValue(database);
  container.bind(Redis).toConstantValue(redis);
}
