import 'reflect-metadata';
import { customerResource } from '@rapport/customers';
import { Database } from '@rapport/database';
import {
  administrationModule,
  admissionModule,
  CellWork,
  ClientIds,
  Peppers,
  registerPrincipalWork,
} from '@rapport/identity';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { tenantsModule } from '@rapport/tenants';
import { Container } from 'inversify';
import type { Settings } from './config.ts';

/** What a user who moves to another team takes along. */
const synchronised = [customerResource];

export function createContainer(settings: Settings, telemetry: Telemetry): Container {
  const { logger, metrics } = telemetry;
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells } = settings;
  const container = new Container();
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(logger);
  container.bind(Metrics).toConstantValue(metrics);
  container
    .bind(Database)
    .toConstantValue(new Database({ controlUrl, cells, metrics, logger, applicationName: telemetry.service }));
  container.bind(Redis).toConstantValue(new Redis({ url: settings.REDIS_URL, logger, metrics }));
  container.bind(ClientIds).toConstantValue(new ClientIds(settings.CLIENT_ID_KEY));
  container.bind(Peppers).toConstantValue(new Peppers(new Map(Object.entries(settings.SECRET_PEPPERS))));
  container.load(admissionModule, administrationModule, tenantsModule);
  registerPrincipalWork(container.get(CellWork), container.get(Database), synchronised);
  return container;
}
