import 'reflect-metadata';
import { applicationApiAudience, verifyingModule } from '@rapport/access-tokens';
import { admissionModule, StatePublisher } from '@rapport/admission';
import { apiClientsModule, credentialsModule, registerClientWork } from '@rapport/api-clients';
import { bindPlatform, connectPlatform } from '@rapport/container';
import { CustomFieldDefinitions, customFieldDefinitionsModule, customFieldsModule } from '@rapport/custom-fields';
import { Database } from '@rapport/database';
import { mailSenderModule, postboxModule } from '@rapport/mail';
import { passwordsModule, peopleModule, registerRoleWork, registerUserWork } from '@rapport/people';
import { recordKinds } from '@rapport/crm-records';
import { FanOutMetrics, NameFanOut, type RecordNeeds } from '@rapport/records';
import { reportsModule } from '@rapport/reports';
import { CellWork, sagasModule } from '@rapport/sagas';
import { sessionsModule } from '@rapport/sessions';
import { guessingModule } from '@rapport/sign-in';
import type { Telemetry } from '@rapport/telemetry';
import { requestCountsModule } from '@rapport/usage';
import { Container, type ServiceIdentifier } from 'inversify';
import type { Settings } from './config.ts';

/** The needs that the stores of all kinds of records share. */
export const recordNeeds: ServiceIdentifier<RecordNeeds> = Symbol('RecordNeeds');

export function createContainer(settings: Settings, telemetry: Telemetry): Container {
  const { ISSUER: issuer } = settings;
  const container = new Container();
  const platform = connectPlatform(telemetry, settings);
  bindPlatform(container, platform);
  container.load(
    admissionModule,
    verifyingModule({ issuer, audience: applicationApiAudience }),
    credentialsModule(settings.CLIENT_ID_KEY, settings.SECRET_PEPPERS),
    apiClientsModule,
    sessionsModule,
    guessingModule(settings.CLIENT_ID_KEY),
    postboxModule,
    mailSenderModule(settings),
    passwordsModule(issuer),
    peopleModule,
    customFieldDefinitionsModule,
    customFieldsModule,
    reportsModule,
    sagasModule,
    requestCountsModule,
  );
  bindRecords(container, telemetry);
  const cellWork = container.get(CellWork);
  registerUserWork(cellWork, platform.database, recordKinds);
  registerRoleWork(cellWork, platform.database, container.get(StatePublisher));
  registerClientWork(cellWork, platform.database);
  return container;
}

/** The sweeper of the public API finishes the fan-out of names that a write here leaves. */
function bindRecords(container: Container, { logger, metrics }: Telemetry): void {
  const fanOut = new NameFanOut({ definitions: recordKinds, metrics: new FanOutMetrics(metrics), logger });
  container.bind(NameFanOut).toConstantValue(fanOut);
  container
    .bind(recordNeeds)
    .toResolvedValue(
      (database, customFields) => ({ database, fanOut, customFields, all: recordKinds }),
      [Database, CustomFieldDefinitions],
    )
    .inSingletonScope();
}
