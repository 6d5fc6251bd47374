import { SigningKeys } from '@rapport/access-tokens';
import { isProduction } from '@rapport/config';
import { takesCredentials } from '@rapport/http-contract';
import { apiResults, httpApp, oauthErrors, problemDetails, type ErrorRenderer, type Guard } from '@rapport/http-server';
import { Telemetry } from '@rapport/telemetry';
import {
  CredentialsInQuery,
  hasCredentials,
  TokenIntrospection,
  TokenIssuer,
  TokenRevocation,
} from '@rapport/token-endpoint';
import type { Container } from 'inversify';
import { ClientAddress } from './client-address.ts';
import type { Settings } from './config.ts';
import { developerTokenRoutes } from './routes/developer-tokens.ts';
import { tokenRoutes, type TokenContext } from './routes/tokens.ts';

export function tokenServiceApp(container: Container, settings: Settings) {
  const issuer = container.get(TokenIssuer);
  return httpApp<TokenContext>({
    telemetry: container.get(Telemetry),
    rendererOf,
    guards: [
      noteCaller(new ClientAddress(settings.TRUSTED_PROXIES)),
      noteCredentialsInQuery(container.get(CredentialsInQuery)),
    ],
    routes: [
      ...tokenRoutes(
        {
          issuer,
          introspection: container.get(TokenIntrospection),
          revocation: container.get(TokenRevocation),
          keys: container.get(SigningKeys),
        },
        settings.ISSUER,
      ),
      ...(settings.DEVELOPER_TOKENS ? developerTokenRoutes(issuer) : []),
    ],
    checkResponses: !isProduction,
  });
}

/** Each surface has its own form of failures. */
function rendererOf(path: string): ErrorRenderer {
  if (path.startsWith('/connect/')) {
    return oauthErrors;
  }
  return path.startsWith('/api/v1/auth/') ? apiResults : problemDetails;
}

/** Notes what the endpoints need of a request besides its form: the caller, and credentials outside of the body. */
function noteCaller(addresses: ClientAddress): Guard<TokenContext> {
  return (exchange) => {
    exchange.context = {
      trace: exchange.trace,
      caller: {
        address: addresses.of(exchange.req.socket.remoteAddress, exchange.header('x-forwarded-for')),
        userAgent: exchange.header('user-agent'),
      },
      authorization: exchange.header('authorization'),
      query: exchange.search,
    };
  };
}

/** Only endpoints that take credentials refuse such an address. */
function noteCredentialsInQuery(inQuery: CredentialsInQuery): Guard<TokenContext> {
  return ({ endpoint, search, context }) => {
    if (search !== '' && takesCredentials(endpoint.access) && hasCredentials(search)) {
      return inQuery.note(context, search, context.caller);
    }
  };
}
