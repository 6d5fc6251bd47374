import { isProduction } from '@rapport/config';
import { ClientAddress, httpApp } from '@rapport/http-server';
import { Signups } from '@rapport/signups';
import { Plans } from '@rapport/subscriptions';
import { Telemetry } from '@rapport/telemetry';
import type { Container } from 'inversify';
import type { Settings } from '../config.ts';
import { signupRoutes, type OpenContext } from './signup-routes.ts';

/** The surface for companies, at the base address. It has none of the operators' addresses. */
export function companiesApp(container: Container, settings: Settings) {
  const addresses = new ClientAddress(settings.TRUSTED_PROXIES);
  return httpApp<never, OpenContext>({
    telemetry: container.get(Telemetry),
    guards: [],
    routes: [],
    open: {
      routes: settings.SIGNUPS ? signupRoutes(container.get(Signups), container.get(Plans)) : [],
      contextOf: (exchange) => ({ trace: exchange.trace, callerAddress: addresses.ofCaller(exchange) }),
    },
    checkResponses: !isProduction,
  });
}
