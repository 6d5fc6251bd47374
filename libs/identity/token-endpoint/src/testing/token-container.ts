import { publicApiAudience, Sealing, signingModule, verifyingModule } from '@rapport/access-tokens';
import { admissionModule } from '@rapport/admission';
import { ClientIds, credentialsModule, Peppers } from '@rapport/api-clients';
import { Database } from '@rapport/database';
import { Redis } from '@rapport/redis';
import { PersonRevocation, PersonTokenIssuer } from '@rapport/sign-in';
import { Logger, Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { tokenAuditModule } from '@rapport/token-audit';
import { requestCountsModule } from '@rapport/usage';
import { Container } from 'inversify';
import { tokenEndpointModule } from '../module.ts';

export const verification = { issuer: 'http://localhost', audience: publicApiAudience };
export const clientIdKey = Buffer.alloc(32, 1);
export const pepperKeys = { p: Buffer.alloc(32, 2) };
export const ids = new ClientIds(clientIdKey);
export const peppers = new Peppers(new Map(Object.entries(pepperKeys)));

/** The parts of one process of the token service. */
export function tokenContainer(database: Database, redis: Redis, metrics = new Metrics()): Container {
  const container = new Container();
  container.bind(Database).toConstantValue(database);
  container.bind(Redis).toConstantValue(redis);
  container.bind(Logger).toConstantValue(silent);
  container.bind(Metrics).toConstantValue(metrics);
  container.bind(PersonTokenIssuer).toConstantValue(unasked(PersonTokenIssuer));
  container.bind(PersonRevocation).toConstantValue(unasked(PersonRevocation));
  container.bind(Sealing).toConstantValue(new Sealing({ k: Buffer.alloc(32, 3) }));
  container.load(
    admissionModule,
    credentialsModule(clientIdKey, pepperKeys),
    signingModule(90 * 86_400_000),
    verifyingModule(verification),
    tokenAuditModule,
    tokenEndpointModule(verification.issuer),
    requestCountsModule,
  );
  return container;
}

/** These tests are about API clients, so what belongs to people has no parts here. */
function unasked<T extends object>(type: { readonly prototype: T }): T {
  // An object of the class without its parts fails at any call, which is what a test must see.
  return Object.create(type.prototype) as T;
}
