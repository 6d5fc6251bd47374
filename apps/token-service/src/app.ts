import { httpApp, oauthErrors, problemDetails, type Guard } from '@rapport/http-server';
import { ClientIds, SigningKeys, TokenEvents, TokenIssuer } from '@rapport/identity';
import { Telemetry } from '@rapport/telemetry';
import type { Container } from 'inversify';
import { ClientAddress } from './client-address.ts';
import type { Settings } from './config.ts';
import { tokenRoutes, type TokenContext } from './routes/tokens.ts';

export function tokenServiceApp(container: Container, settings: Settings) {
  return httpApp<TokenContext>({
    telemetry: container.get(Telemetry),
    rendererOf: (path) => (path.startsWith('/connect/') ? oauthErrors : problemDetails),
    guards: [
      noteCaller(new ClientAddress(settings.TRUSTED_PROXIES)),
      noteCredentialsInQuery(container.get(TokenEvents), container.get(ClientIds)),
    ],
    routes: tokenRoutes(container.get(TokenIssuer), container.get(SigningKeys), settings.ISSUER),
    checkResponses: process.env['NODE_ENV'] !== 'production',
  });
}

/** The address and the credentials outside of the body are what a token request is judged by besides its form. */
function noteCaller(addresses: ClientAddress): Guard<TokenContext> {
  return (exchange) => {
    exchange.context = {
      trace: exchange.trace,
      visit: {
        address: addresses.of(exchange.req.socket.remoteAddress, exchange.header('x-forwarded-for')),
        userAgent: exchange.header('user-agent'),
      },
      authorization: exchange.header('authorization'),
      query: exchange.search,
    };
  };
}

/** They are refused when the form is read; whoever runs the client must hear of it, because addresses end in logs on the way. */
function noteCredentialsInQuery(events: TokenEvents, ids: ClientIds): Guard<TokenContext> {
  return ({ search, path, context }) => {
    if (search === '' || !path.startsWith('/connect/')) {
      return;
    }
    const query = new URLSearchParams(search);
    if (query.has('client_secret') || query.has('client_id')) {
      const clientId = query.get('client_id') ?? '';
      const visitor = {
        visit: context.visit,
        clientId: ids.isMinted(clientId) ? clientId : undefined,
        state: undefined,
      };
      events.denied(context, visitor, 'credentials_in_query');
    }
  };
}
