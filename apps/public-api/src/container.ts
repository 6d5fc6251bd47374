import 'reflect-metadata';
import { isClientToken, publicApiAudience, verifyingModule } from '@rapport/access-tokens';
import { admissionModule } from '@rapport/admission';
import { bindPlatform, connectPlatform, type Platform } from '@rapport/container';
import { CustomFieldDefinitions, customFieldsModule } from '@rapport/custom-fields';
import { Database } from '@rapport/database';
import { directoryModule } from '@rapport/people';
import { recordKinds } from '@rapport/crm-records';
import {
  BatchMetrics,
  CursorCodec,
  FanOutMetrics,
  FanOutSweeper,
  NameFanOut,
  type SyncedNeeds,
  type RecordRules,
} from '@rapport/records';
import type { Telemetry } from '@rapport/telemetry';
import { requestCountsModule } from '@rapport/usage';
import { Container, type ServiceIdentifier } from 'inversify';
import type { Settings } from './config.ts';

/** The needs that the stores of all resources share. */
export const recordNeeds: ServiceIdentifier<SyncedNeeds> = Symbol('SyncedNeeds');

export function createContainer(settings: Settings, telemetry: Telemetry, rules: RecordRules): Container {
  const { ISSUER: issuer } = settings;
  const container = new Container();
  const platform = connectPlatform(telemetry, settings);
  bindPlatform(container, platform);
  bindFanOut(container, platform);
  container.bind(BatchMetrics).toConstantValue(new BatchMetrics(telemetry.metrics));
  container.bind(CursorCodec).toConstantValue(new CursorCodec(...Object.values(settings.CURSOR_KEY)));
  container
    .bind(recordNeeds)
    .toResolvedValue(
      (database, cursors, fanOut, customFields, batchMetrics) => ({
        database,
        cursors,
        fanOut,
        customFields,
        batchMetrics,
        rules,
        all: recordKinds,
      }),
      [Database, CursorCodec, NameFanOut, CustomFieldDefinitions, BatchMetrics],
    )
    .inSingletonScope();
  const tokens = verifyingModule({ issuer, audience: publicApiAudience, takes: isClientToken });
  container.load(admissionModule, tokens, customFieldsModule, directoryModule, requestCountsModule);
  return container;
}

/** The fan-out brings changed names to the records that show them; a sweeper ends it where another process did not. */
function bindFanOut(container: Container, { database, telemetry }: Platform): void {
  const { logger } = telemetry;
  const metrics = new FanOutMetrics(telemetry.metrics);
  const fanOut = new NameFanOut({ definitions: recordKinds, metrics, logger });
  container.bind(NameFanOut).toConstantValue(fanOut);
  container.bind(FanOutSweeper).toConstantValue(new FanOutSweeper({ database, fanOut, metrics, telemetry }));
}
