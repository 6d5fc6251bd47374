import 'reflect-metadata';
import { customersModule } from '@rapport/customers';
import { Database } from '@rapport/database';
import { admissionModule, KeyRing, publicApiAudience, TokenVerifier } from '@rapport/identity';
import { CursorCodec, RecordRules } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { Container } from 'inversify';
import type { Settings } from './config.ts';
import { publicCustomer } from './routes/index.ts';

export function createContainer(settings: Settings, telemetry: Telemetry, rules: RecordRules): Container {
  const { logger, metrics } = telemetry;
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells, ISSUER: issuer } = settings;
  const container = new Container();
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(logger);
  container.bind(Metrics).toConstantValue(metrics);
  container
    .bind(Database)
    .toConstantValue(new Database({ controlUrl, cells, metrics, logger, applicationName: telemetry.service }));
  container.bind(Redis).toConstantValue(new Redis({ url: settings.REDIS_URL, logger, metrics }));
  container.bind(CursorCodec).toConstantValue(new CursorCodec(settings.CURSOR_KEY));
  container.bind(RecordRules).toConstantValue(rules);
  container
    .bind(TokenVerifier)
    .toResolvedValue((keys) => new TokenVerifier(keys, { issuer, audience: publicApiAudience }), [KeyRing])
    .inSingletonScope();
  container.load(admissionModule, customersModule(publicCustomer));
  return container;
}
