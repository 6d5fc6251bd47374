import 'reflect-metadata';
import { publicApiAudience, verifyingModule } from '@rapport/access-tokens';
import { admissionModule } from '@rapport/admission';
import { bindPlatform, connectPlatform } from '@rapport/container';
import { customersModule } from '@rapport/customers';
import { CursorCodec, RecordRules } from '@rapport/records';
import type { Telemetry } from '@rapport/telemetry';
import { Container } from 'inversify';
import type { Settings } from './config.ts';
import { publicCustomer } from './routes/index.ts';

export function createContainer(settings: Settings, telemetry: Telemetry, rules: RecordRules): Container {
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells, REDIS_URL: redisUrl, ISSUER: issuer } = settings;
  const container = new Container();
  bindPlatform(container, connectPlatform(telemetry, { controlUrl, cells, redisUrl }));
  container.bind(CursorCodec).toConstantValue(new CursorCodec(settings.CURSOR_KEY));
  container.bind(RecordRules).toConstantValue(rules);
  container.load(
    admissionModule,
    verifyingModule({ issuer, audience: publicApiAudience }),
    customersModule(publicCustomer),
  );
  return container;
}
