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

/** Each surface tells failures in its own form. */
function rendererOf(path: string): ErrorRenderer {
  if (path.startsWith('/connect/')) {
    return oauthErrors;
  }
  return path.startsWith('/api/v1/auth/') ? apiResults : problemDetails;
}

/** The address and the credentials outside of the body are what a token request is judged by besides its form. */
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

/** Only where credentials are taken: anywhere else such an address says nothing, and is not refused. */
function noteCredentialsInQuery(inQuery: CredentialsInQuery): Guard<TokenContext> {
  return ({ endpoint, search, context }) => {
    if (search !== '' && takesCredentials(endpoint.access) && hasCredentials(search)) {
      return inQuery.note(context, search, context.caller);
    }
  };
}
