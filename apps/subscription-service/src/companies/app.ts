import { TokenVerifier } from '@rapport/access-tokens';
import { Admission, Entrance } from '@rapport/admission';
import { AuditLog } from '@rapport/audit';
import { isProduction } from '@rapport/config';
import { Exports } from '@rapport/exports';
import { ClientAddress, httpApp } from '@rapport/http-server';
import { Verifications } from '@rapport/people';
import { Redis } from '@rapport/redis';
import { Signups } from '@rapport/signups';
import { signupContract } from '@rapport/subscription-contract';
import { Plans, Subscriptions } from '@rapport/subscriptions';
import { Telemetry } from '@rapport/telemetry';
import { TenantService, TenantViews } from '@rapport/tenants';
import { UsageReports } from '@rapport/usage';
import type { Container } from 'inversify';
import type { Settings } from '../config.ts';
import { ownExportRoutes } from '../export-routes.ts';
import { onlyOwners, type OwnerContext } from './owner-guard.ts';
import { ownerRoutes } from './owner-routes.ts';
import { signupRoutes, type OpenContext } from './signup-routes.ts';

const signupPaths = Object.values(signupContract).map(({ path }) => path);

/** The surface for companies, at the base address. It has none of the operators' addresses. */
export function companiesApp(container: Container, settings: Settings) {
  const addresses = new ClientAddress(settings.TRUSTED_PROXIES);
  const entrance = new Entrance(container.get(TokenVerifier), container.get(Admission), container.get(Redis));
  return httpApp<OwnerContext, OpenContext>({
    telemetry: container.get(Telemetry),
    guards: [onlyOwners((exchange) => entrance.admit(exchange))],
    guardsBehindBody: [onlyOwners((exchange) => entrance.admitAgain(exchange))],
    routes: [
      ...ownerRoutes({
        tenants: container.get(TenantService),
        views: container.get(TenantViews),
        verifications: container.get(Verifications),
        subscriptions: container.get(Subscriptions),
        usage: container.get(UsageReports),
        audit: container.get(AuditLog),
      }),
      ...ownExportRoutes(container.get(TenantService), container.get(Exports)),
    ],
    open: {
      routes: settings.SIGNUPS ? signupRoutes(container.get(Signups), container.get(Plans)) : [],
      contextOf: (exchange) => ({ trace: exchange.trace, callerAddress: addresses.ofCaller(exchange) }),
    },
    ...(!settings.SIGNUPS && {
      turnedOff: { paths: signupPaths, detail: 'Sign-ups are turned off on this platform.' },
    }),
    checkResponses: !isProduction,
  });
}
