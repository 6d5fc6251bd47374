import { httpApp, oauthErrors, problemDetails, type Guard } from '@rapport/http-server';
import { SigningKeys, TokenIssuer } from '@rapport/identity';
import { Telemetry } from '@rapport/telemetry';
import type { Container } from 'inversify';
import { ClientAddress } from './client-address.ts';
import type { Settings } from './config.ts';
import { tokenRoutes, type TokenContext } from './routes/tokens.ts';

export function tokenServiceApp(container: Container, settings: Settings) {
  return httpApp<TokenContext>({
    telemetry: container.get(Telemetry),
    rendererOf: (path) => (path.startsWith('/connect/') ? oauthErrors : problemDetails),
    guards: [noteCaller(new ClientAddress(settings.TRUSTED_PROXIES))],
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
