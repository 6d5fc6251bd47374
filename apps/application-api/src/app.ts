import { TokenVerifier } from '@rapport/access-tokens';
import { Admission, Entrance } from '@rapport/admission';
import { ApiClientService, ClientSearches, SecretService } from '@rapport/api-clients';
import { groupAddresses } from '@rapport/application-contract';
import { isProduction } from '@rapport/config';
import { CustomFieldService } from '@rapport/custom-fields';
import { Database } from '@rapport/database';
import { failureFormsByPath } from '@rapport/http-contract/failures';
import { ClientAddress, httpApp } from '@rapport/http-server';
import { UnsubscribeLinks, Unsubscribing } from '@rapport/marketing-email';
import { PasswordChange, RoleService, TeamService, UserCreation, UserProfiles, UserService } from '@rapport/people';
import { Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { ReportService } from '@rapport/reports';
import { Guessing } from '@rapport/sign-in';
import { Telemetry } from '@rapport/telemetry';
import { RequestCounts } from '@rapport/usage';
import type { Container } from 'inversify';
import type { Settings } from './config.ts';
import {
  admitAgain,
  admitCaller,
  checkPermission,
  checkScope,
  checkSubscription,
  type ApplicationContext,
} from './guards.ts';
import { recordNeeds } from './container.ts';
import { recordServices } from './record-services.ts';
import { recordStores } from './record-stores.ts';
import {
  apiClientRoutes,
  customFieldRoutes,
  ownRoutes,
  serviceRoutes,
  recordRoutes,
  reportRoutes,
  roleRoutes,
  teamRoutes,
  unsubscribeRoutes,
  userRoutes,
  type OpenContext,
} from './routes/index.ts';

/** The CRM's own surface: its checks in order, and its groups. */
export function applicationApi(container: Container, settings: Settings) {
  const entrance = new Entrance(container.get(TokenVerifier), container.get(Admission), container.get(Redis));
  const needs = container.get(recordNeeds);
  const counts = container.get(RequestCounts);
  const stores = recordStores(needs);
  const addresses = new ClientAddress(settings.TRUSTED_PROXIES);
  const links = new UnsubscribeLinks(settings.ISSUER, settings.UNSUBSCRIBE_KEYS);
  const mailOptions = {
    suppliers: settings.MARKETING_MAILS ? ['smtp'] : [],
    fileBytesMax: settings.MARKETING_FILE_BYTES_PER_TENANT,
  };
  return httpApp<ApplicationContext, OpenContext>({
    telemetry: container.get(Telemetry),
    failureFormAt: failureFormsByPath([...Object.values(groupAddresses['application-api'])]),
    guards: [admitCaller(entrance, addresses), checkSubscription, checkScope, checkPermission],
    guardsBehindBody: [admitAgain(entrance, addresses), checkSubscription, checkScope, checkPermission],
    // Express tries one path after the other, so what people ask for most comes first.
    routes: [
      ...recordRoutes(stores),
      ...ownRoutes(container.get(UserProfiles), container.get(PasswordChange), container.get(Guessing)),
      ...userRoutes(container.get(UserService), container.get(UserCreation)),
      ...roleRoutes(container.get(RoleService)),
      ...teamRoutes(container.get(TeamService)),
      ...apiClientRoutes(container.get(ApiClientService), container.get(SecretService), container.get(ClientSearches)),
      ...customFieldRoutes(container.get(CustomFieldService)),
      ...serviceRoutes(recordServices(needs, stores, mailOptions)),
      ...reportRoutes(container.get(ReportService)),
    ],
    open: {
      routes: unsubscribeRoutes(new Unsubscribing(container.get(Database), links), container.get(Limiter)),
      contextOf: (exchange) => ({ trace: exchange.trace, callerAddress: addresses.ofCaller(exchange) }),
    },
    uploaderOf: ({ tenant }) => tenant.id,
    checkResponses: !isProduction,
    onAnswered: (status, { tenantId }) => counts.answered(tenantId, status),
  });
}
