import { SigningKeys, TokenVerifier } from '@rapport/access-tokens';
import { PrincipalStore, StatePublisher } from '@rapport/admission';
import { ClientIds, ClientSecretStore, Peppers } from '@rapport/api-clients';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { PersonRevocation, PersonTokenIssuer } from '@rapport/sign-in';
import { TokenEvents } from '@rapport/token-audit';
import { RequestCounts } from '@rapport/usage';
import { ContainerModule } from 'inversify';
import { ClientAuthentication } from './entrance/client-authentication.ts';
import { ClientDirectory } from './entrance/client-directory.ts';
import { CredentialsInQuery } from './entrance/credentials-in-query.ts';
import { LimitedAuthentication } from './entrance/limited-authentication.ts';
import { PresentedTokens } from './presented-tokens.ts';
import { TokenIntrospection } from './token-introspection.ts';
import { TokenIssuer } from './token-issuer.ts';
import { TokenRevocation } from './token-revocation.ts';

/** The endpoints below /connect, under the issuer's address. */
export function tokenEndpointModule(issuer: string): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, ClientDirectory, [Database, PrincipalStore, ClientSecretStore]);
    singleton(bind, ClientAuthentication, [ClientDirectory, LeasedLimiter, Peppers]);
    singleton(bind, LimitedAuthentication, [ClientIds, ClientAuthentication, Limiter, Redis, TokenEvents]);
    singleton(bind, CredentialsInQuery, [ClientIds, Limiter, TokenEvents]);
    singleton(
      bind,
      TokenIssuer,
      [LimitedAuthentication, SigningKeys, TokenEvents, PersonTokenIssuer, RequestCounts],
      issuer,
    );
    singleton(bind, PresentedTokens, [LimitedAuthentication, TokenVerifier]);
    singleton(bind, TokenIntrospection, [PresentedTokens, PrincipalStore, TokenEvents], issuer);
    singleton(bind, TokenRevocation, [PresentedTokens, Database, StatePublisher, TokenEvents, PersonRevocation]);
  });
}
