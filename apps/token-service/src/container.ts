import 'reflect-metadata';
import {
  applicationApiAudience,
  publicApiAudience,
  Sealing,
  signingModule,
  verifyingModule,
} from '@rapport/access-tokens';
import { admissionModule } from '@rapport/admission';
import { credentialsModule } from '@rapport/api-clients';
import { bindPlatform, connectPlatform } from '@rapport/container';
import { postboxModule } from '@rapport/mail';
import { passwordsModule } from '@rapport/people';
import { sessionsModule } from '@rapport/sessions';
import { guessingModule, signInModule } from '@rapport/sign-in';
import type { Telemetry } from '@rapport/telemetry';
import { tokenAuditModule } from '@rapport/token-audit';
import { tokenEndpointModule } from '@rapport/token-endpoint';
import { requestCountsModule } from '@rapport/usage';
import { Container } from 'inversify';
import type { Settings } from './config.ts';

export function createContainer(settings: Settings, telemetry: Telemetry): Container {
  const { ISSUER: issuer } = settings;
  const container = new Container();
  bindPlatform(container, connectPlatform(telemetry, settings));
  container.bind(Sealing).toConstantValue(new Sealing(settings.KEY_ENCRYPTION_KEY));
  container.load(
    admissionModule,
    credentialsModule(settings.CLIENT_ID_KEY, settings.SECRET_PEPPERS),
    signingModule(settings.SIGNING_KEY_DAYS * 86_400_000),
    verifyingModule({ issuer, audience: [publicApiAudience, applicationApiAudience] }),
    tokenAuditModule,
    sessionsModule,
    postboxModule,
    passwordsModule(issuer),
    guessingModule(settings.CLIENT_ID_KEY),
    signInModule({ issuer, redirectAddresses: settings.REDIRECT_ADDRESSES }),
    tokenEndpointModule(issuer),
    requestCountsModule,
  );
  return container;
}
