import { Database } from '@rapport/database';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { Logger, Metrics, Telemetry } from '@rapport/telemetry';
import { ContainerModule, type ContainerModuleLoadOptions } from 'inversify';
import { Admission } from './admission/admission.ts';
import { PrincipalStore } from './admission/principal-store.ts';
import { StatePublisher } from './admission/state-publisher.ts';
import { CellWork } from './cell-work/cell-work.ts';
import { ApiClientService } from './clients/api-client-service.ts';
import { ClientAuthentication } from './clients/client-authentication.ts';
import { ClientEntrance } from './clients/client-entrance.ts';
import { ClientDirectory } from './clients/client-directory.ts';
import { ClientIds } from './clients/client-id.ts';
import { Peppers } from './clients/client-secret.ts';
import { CredentialsInQuery } from './clients/credentials-in-query.ts';
import { CredentialKeys } from './clients/credential-keys.ts';
import { Operators } from './operators/operators.ts';
import { PeopleService } from './people/people-service.ts';
import { TokenEvents } from './token-events.ts';
import { KeyRing } from './tokens/key-ring.ts';
import { KeyService } from './tokens/key-service.ts';
import { KeyStore } from './tokens/key-store.ts';
import { PresentedTokens } from './tokens/presented-tokens.ts';
import { Sealing } from './tokens/sealing.ts';
import { TokenAudit } from './token-audit/token-audit.ts';
import { TokenAuditLog } from './token-audit/token-audit-log.ts';
import { TokenAuditWriter } from './token-audit/token-audit-writer.ts';
import { TokenRevocation } from './tokens/token-revocation.ts';
import { TokenVerifier } from './tokens/token-verifier.ts';

/** Who asks, what may deny it, and how a change of that is told: for services that verify tokens. */
export const admissionModule = new ContainerModule(({ bind }) => {
  bind(PrincipalStore)
    .toResolvedValue((database) => new PrincipalStore(database), [Database])
    .inSingletonScope();
  bind(LeasedLimiter)
    .toResolvedValue((redis) => new LeasedLimiter(redis), [Redis])
    .inSingletonScope();
  bind(Limiter)
    .toResolvedValue((redis, metrics) => new Limiter(redis, metrics), [Redis, Metrics])
    .inSingletonScope();
  bind(Admission)
    .toResolvedValue(
      (leased, limiter, store) => new Admission(leased, limiter, store),
      [LeasedLimiter, Limiter, PrincipalStore],
    )
    .inSingletonScope();
  bind(KeyRing)
    .toResolvedValue((database) => new KeyRing(database), [Database])
    .inSingletonScope();
  bind(StatePublisher)
    .toResolvedValue((leased) => new StatePublisher(leased), [LeasedLimiter])
    .inSingletonScope();
});

/** Client authentication and the end of tokens: for the service that issues them. */
export const tokensModule = new ContainerModule((options) => {
  bindTokenEvents(options);
  const { bind } = options;
  bind(ClientDirectory)
    .toResolvedValue((database, principals) => new ClientDirectory(database, principals), [Database, PrincipalStore])
    .inSingletonScope();
  bind(ClientAuthentication)
    .toResolvedValue(
      (directory, leased, peppers) => new ClientAuthentication(directory, leased, peppers),
      [ClientDirectory, LeasedLimiter, Peppers],
    )
    .inSingletonScope();
  bind(CredentialKeys)
    .toResolvedValue(
      (database, peppers, ids) => new CredentialKeys(database, peppers, ids),
      [Database, Peppers, ClientIds],
    )
    .inSingletonScope();
  bind(ClientEntrance)
    .toResolvedValue(
      (ids, authentication, limiter, redis, events) =>
        new ClientEntrance({ ids, authentication, limiter, redis, events }),
      [ClientIds, ClientAuthentication, Limiter, Redis, TokenEvents],
    )
    .inSingletonScope();
  bind(PresentedTokens)
    .toResolvedValue((entrance, verifier) => new PresentedTokens(entrance, verifier), [ClientEntrance, TokenVerifier])
    .inSingletonScope();
  bind(TokenRevocation)
    .toResolvedValue(
      (presented, database, principals, publisher, events) =>
        new TokenRevocation({ presented, database, principals, publisher, events }),
      [PresentedTokens, Database, PrincipalStore, StatePublisher, TokenEvents],
    )
    .inSingletonScope();
});

/** The keys of access tokens: for services that sign with them or change them. */
export const keysModule = new ContainerModule(({ bind }) => {
  bind(KeyStore)
    .toResolvedValue((database, sealing) => new KeyStore(database, sealing), [Database, Sealing])
    .inSingletonScope();
  bind(KeyService)
    .toResolvedValue((store) => new KeyService(store), [KeyStore])
    .inSingletonScope();
});

/** Users, teams, API clients and what their changes do in a cell: for the service that runs tenants. */
export const administrationModule = new ContainerModule(({ bind }) => {
  bind(CellWork)
    .toResolvedValue(
      (database, logger, metrics) => new CellWork(database, logger, metrics),
      [Database, Logger, Metrics],
    )
    .inSingletonScope();
  bind(PeopleService)
    .toResolvedValue(
      (database, work, publisher, principals) => new PeopleService(database, work, publisher, principals),
      [Database, CellWork, StatePublisher, PrincipalStore],
    )
    .inSingletonScope();
  bind(ApiClientService)
    .toResolvedValue(
      (database, ids, peppers, work, publisher, principals) =>
        new ApiClientService(database, ids, peppers, work, publisher, principals),
      [Database, ClientIds, Peppers, CellWork, StatePublisher, PrincipalStore],
    )
    .inSingletonScope();
  bind(CredentialKeys)
    .toResolvedValue(
      (database, peppers, ids) => new CredentialKeys(database, peppers, ids),
      [Database, Peppers, ClientIds],
    )
    .inSingletonScope();
  bind(TokenAuditLog)
    .toResolvedValue((database) => new TokenAuditLog(database), [Database])
    .inSingletonScope();
  bind(Operators)
    .toResolvedValue((database) => new Operators(database), [Database])
    .inSingletonScope();
});

function bindTokenEvents({ bind }: ContainerModuleLoadOptions): void {
  bind(TokenAudit)
    .toResolvedValue((metrics) => new TokenAudit(metrics), [Metrics])
    .inSingletonScope();
  bind(TokenAuditWriter)
    .toResolvedValue(
      (audit, database, telemetry) => new TokenAuditWriter(audit, database, telemetry),
      [TokenAudit, Database, Telemetry],
    )
    .inSingletonScope();
  bind(TokenEvents)
    .toResolvedValue((logger, metrics, audit) => new TokenEvents(logger, metrics, audit), [Logger, Metrics, TokenAudit])
    .inSingletonScope();
  bind(CredentialsInQuery)
    .toResolvedValue(
      (ids, limiter, events) => new CredentialsInQuery(ids, limiter, events),
      [ClientIds, Limiter, TokenEvents],
    )
    .inSingletonScope();
}
