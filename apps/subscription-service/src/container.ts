import 'reflect-metadata';
import { applicationApiAudience, keysModule, Sealing, verifyingModule } from '@rapport/access-tokens';
import { admissionModule, StatePublisher } from '@rapport/admission';
import { ApiClientService, apiClientsModule, credentialsModule, registerClientWork } from '@rapport/api-clients';
import { auditModule } from '@rapport/audit';
import { billingModule } from '@rapport/billing';
import { bindPlatform, type Platform } from '@rapport/container';
import { customFieldDefinitionsModule } from '@rapport/custom-fields';
import { Exports, exportsModule } from '@rapport/exports';
import { deletionsModule, registerDeletion } from '@rapport/deletions';
import { operatorsModule } from '@rapport/operators';
import { postboxModule } from '@rapport/mail';
import { passwordsModule, peopleModule, registerRoleWork, registerUserWork } from '@rapport/people';
import { countedResources, recordKinds } from '@rapport/crm-records';
import { CellWork, sagasModule } from '@rapport/sagas';
import { sessionsModule } from '@rapport/sessions';
import { countedKeysOf, guessingModule } from '@rapport/sign-in';
import { signupsModule, type SignupSettings } from '@rapport/signups';
import { subscriptionsModule } from '@rapport/subscriptions';
import { tenantsModule } from '@rapport/tenants';
import { ClientRegister, tokenAuditLogModule } from '@rapport/token-audit';
import { usageModule } from '@rapport/usage';
import { Container } from 'inversify';
import type { Settings } from './config.ts';
import { tablesOfTenants } from './tenant-tables.ts';

export type Keys = Pick<
  Settings,
  'CLIENT_ID_KEY' | 'EVENT_RETENTION_DAYS' | 'INVOICE_PAYMENT_TEXT' | 'ISSUER' | 'KEY_ENCRYPTION_KEY' | 'SECRET_PEPPERS'
>;

export function createContainer(keys: Keys & SignupSettings, platform: Platform): Container {
  const container = new Container();
  bindPlatform(container, platform);
  container.bind(Sealing).toConstantValue(new Sealing(keys.KEY_ENCRYPTION_KEY));
  container.bind(ClientRegister).toService(ApiClientService);
  container.load(
    admissionModule,
    auditModule,
    credentialsModule(keys.CLIENT_ID_KEY, keys.SECRET_PEPPERS),
    apiClientsModule,
    sessionsModule,
    guessingModule(keys.CLIENT_ID_KEY),
    postboxModule,
    passwordsModule(keys.ISSUER),
    peopleModule,
    operatorsModule,
    customFieldDefinitionsModule,
    keysModule,
    verifyingModule({ issuer: keys.ISSUER, audience: applicationApiAudience }),
    sagasModule,
    billingModule(keys.INVOICE_PAYMENT_TEXT),
    deletionsModule,
    tenantsModule,
    subscriptionsModule,
    exportsModule,
    signupsModule(keys.CLIENT_ID_KEY, keys),
    tokenAuditLogModule,
    usageModule(countedResources.map(({ number }) => number)),
  );
  const cellWork = container.get(CellWork);
  registerUserWork(cellWork, platform.database, recordKinds);
  registerRoleWork(cellWork, platform.database, container.get(StatePublisher));
  registerClientWork(cellWork, platform.database);
  registerDeletion(cellWork, {
    database: platform.database,
    redis: platform.redis,
    logger: platform.telemetry.logger,
    tables: tablesOfTenants,
    redisKeys: countedKeysOf,
    files: [container.get(Exports)],
    eventDays: keys.EVENT_RETENTION_DAYS,
  });
  return container;
}
