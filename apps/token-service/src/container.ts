import 'reflect-metadata';
import { Database } from '@rapport/database';
import {
  admissionModule,
  applicationApiAudience,
  ClientEntrance,
  ClientIds,
  KeyRing,
  keysModule,
  KeyStore,
  Peppers,
  PresentedTokens,
  PrincipalStore,
  publicApiAudience,
  Sealing,
  SigningKeys,
  TokenEvents,
  TokenIntrospection,
  TokenIssuer,
  tokensModule,
  TokenVerifier,
} from '@rapport/identity';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { Container } from 'inversify';
import type { Settings } from './config.ts';

export function createContainer(settings: Settings, telemetry: Telemetry): Container {
  const { logger, metrics } = telemetry;
  const { CONTROL_DATABASE_URL: controlUrl, ISSUER: issuer } = settings;
  const container = new Container();
  container.bind(Telemetry).toConstantValue(telemetry);
  container.bind(Logger).toConstantValue(logger);
  container.bind(Metrics).toConstantValue(metrics);
  container
    .bind(Database)
    .toConstantValue(new Database({ controlUrl, cells: {}, metrics, logger, applicationName: telemetry.service }));
  container.bind(Redis).toConstantValue(new Redis({ url: settings.REDIS_URL, logger, metrics }));
  container.bind(ClientIds).toConstantValue(new ClientIds(settings.CLIENT_ID_KEY));
  container.bind(Peppers).toConstantValue(new Peppers(new Map(Object.entries(settings.SECRET_PEPPERS))));
  container.bind(Sealing).toConstantValue(new Sealing(settings.KEY_ENCRYPTION_KEY));
  container.load(admissionModule, keysModule, tokensModule);
  const periodMs = settings.SIGNING_KEY_DAYS * 86_400_000;
  container
    .bind(SigningKeys)
    .toResolvedValue((store) => new SigningKeys({ store, periodMs, logger, metrics }), [KeyStore])
    .inSingletonScope();
  container
    .bind(TokenIssuer)
    .toResolvedValue(
      (entrance, keys, events) => new TokenIssuer({ entrance, keys, events, issuer }),
      [ClientEntrance, SigningKeys, TokenEvents],
    )
    .inSingletonScope();
  const audience = [publicApiAudience, applicationApiAudience];
  container
    .bind(TokenVerifier)
    .toResolvedValue((ring) => new TokenVerifier(ring, { issuer, audience }), [KeyRing])
    .inSingletonScope();
  container
    .bind(TokenIntrospection)
    .toResolvedValue(
      (presented, principals, events) => new TokenIntrospection({ presented, principals, events, issuer }),
      [PresentedTokens, PrincipalStore, TokenEvents],
    )
    .inSingletonScope();
  return container;
}
