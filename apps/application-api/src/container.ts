import 'reflect-metadata';
import { applicationApiAudience, verifyingModule } from '@rapport/access-tokens';
import { admissionModule, StatePublisher } from '@rapport/admission';
import { apiClientsModule, credentialsModule, registerClientWork } from '@rapport/api-clients';
import { bindPlatform, connectPlatform } from '@rapport/container';
import { customFieldDefinitionsModule } from '@rapport/custom-fields';
import { mailSenderModule, postboxModule } from '@rapport/mail';
import { passwordsModule, peopleModule, registerRoleWork, registerUserWork } from '@rapport/people';
import { CellWork, sagasModule } from '@rapport/sagas';
import { sessionsModule } from '@rapport/sessions';
import { guessingModule } from '@rapport/sign-in';
import { synchronised } from '@rapport/synchronised';
import type { Telemetry } from '@rapport/telemetry';
import { Container } from 'inversify';
import type { Settings } from './config.ts';

export function createContainer(settings: Settings, telemetry: Telemetry): Container {
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells, REDIS_URL: redisUrl, ISSUER: issuer } = settings;
  const container = new Container();
  const platform = connectPlatform(telemetry, { controlUrl, cells, redisUrl });
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
    sagasModule,
  );
  const cellWork = container.get(CellWork);
  registerUserWork(cellWork, platform.database, synchronised);
  registerRoleWork(cellWork, platform.database, container.get(StatePublisher));
  registerClientWork(cellWork, platform.database);
  return container;
}
