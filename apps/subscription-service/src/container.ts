import 'reflect-metadata';
import { customerResource } from '@rapport/customers';
import { Database } from '@rapport/database';
import {
  administrationModule,
  admissionModule,
  CellWork,
  ClientIds,
  keysModule,
  Peppers,
  registerPrincipalWork,
  Sealing,
} from '@rapport/identity';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { tenantsModule } from '@rapport/tenants';
import { Container } from 'inversify';
import type { Settings } from './config.ts';

/** What a user who moves to another team takes along. */
const synchronised = [customerResource];

/** How this process reaches the world. */
export interface Connections {
  readonly database: Database;
  readonly redis: Redis;
}

export function connect(settings: Settings, telemetry: Telemetry): Connections {
  const { logger, metrics, service: applicationName } = telemetry;
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells } = settings;
  const database = new Database({ controlUrl, cells, metrics, logger, applicationName });
  return { database, redis: new Redis({ url: settings.REDIS_URL, logger, metrics }) };
}

type Keys = Pick<Settings, 'CLIENT_ID_KEY' | 'KEY_ENCRYPTION_KEY' | 'SECRET_PEPPERS'>;

export function createContainer(keys: Keys, telemetry: Telemetry, { database, redis }: Connections): Container {
  const container = new Container();
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(telemetry.logger);
  container.bind(Metrics).toConstantValue(telemetry.metrics);
  container.bind(Database).toConstantValue(database);
  container.bind(Redis).toConstantValue(redis);
  container.bind(ClientIds).toConstantValue(new ClientIds(keys.CLIENT_ID_KEY));
  container.bind(Peppers).toConstantValue(new Peppers(new Map(Object.entries(keys.SECRET_PEPPERS))));
  container.bind(Sealing).toConstantValue(new Sealing(keys.KEY_ENCRYPTION_KEY));
  container.load(admissionModule, administrationModule, keysModule, tenantsModule);
  registerPrincipalWork(container.get(CellWork), database, synchronised);
  return container;
}
