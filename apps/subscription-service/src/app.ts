import { KeyService } from '@rapport/access-tokens';
import { ApiClientService, ClientSearches, SecretService } from '@rapport/api-clients';
import { AuditLog, type ChangeContext } from '@rapport/audit';
import { isProduction } from '@rapport/config';
import { CustomFieldService } from '@rapport/custom-fields';
import { Exports } from '@rapport/exports';
import { DeletionProofs } from '@rapport/deletions';
import { takesReason } from '@rapport/http-contract';
import { httpApp, type Guard } from '@rapport/http-server';
import { SenderService, SuppressionList, UnsubscribeLinks } from '@rapport/marketing-email';
import { changeReason, Operators } from '@rapport/operators';
import { TeamService, UserCreation, UserService } from '@rapport/people';
import { Database } from '@rapport/database';
import { UnverifiedTenants } from '@rapport/signups';
import { EntitlementService, Plans, Subscriptions } from '@rapport/subscriptions';
import { Telemetry } from '@rapport/telemetry';
import { Cells, TenantBirth, TenantCreation, TenantList, TenantService, TenantViews } from '@rapport/tenants';
import { TokenAuditLog } from '@rapport/token-audit';
import { UsageReports } from '@rapport/usage';
import type { Container } from 'inversify';
import type { Settings } from './config.ts';
import { exportRoutes } from './export-routes.ts';
import {
  apiClientRoutes,
  auditRoutes,
  cellRoutes,
  customFieldRoutes,
  invoiceRoutes,
  keyRoutes,
  operatorRoutes,
  peopleRoutes,
  planRoutes,
  senderRoutes,
  subscriptionRoutes,
  suppressionRoutes,
  tenantRoutes,
  tenantViewRoutes,
  usageRoutes,
} from './routes/index.ts';

/** The operators' surface. */
export function operatorsApp(container: Container, settings: Pick<Settings, 'ISSUER' | 'UNSUBSCRIBE_KEYS'>) {
  const tenants = container.get(TenantService);
  const database = container.get(Database);
  const links = new UnsubscribeLinks(settings.ISSUER, settings.UNSUBSCRIBE_KEYS);
  const operators = container.get(Operators);
  const guard = onlyOperators(operators);
  return httpApp<ChangeContext>({
    telemetry: container.get(Telemetry),
    guards: [guard],
    guardsBehindBody: [guard],
    routes: [
      ...tenantRoutes({
        creation: container.get(TenantCreation),
        birth: container.get(TenantBirth),
        unverified: container.get(UnverifiedTenants),
        subscriptions: container.get(Subscriptions),
        deletions: container.get(DeletionProofs),
      }),
      ...tenantViewRoutes(container.get(TenantList), container.get(TenantViews)),
      ...subscriptionRoutes(container.get(Subscriptions)),
      ...invoiceRoutes(container.get(Subscriptions)),
      ...planRoutes(container.get(Plans), container.get(EntitlementService)),
      ...usageRoutes(tenants, container.get(UsageReports)),
      ...exportRoutes(tenants, container.get(Exports)),
      ...auditRoutes(tenants, container.get(AuditLog)),
      ...peopleRoutes(tenants, {
        creation: container.get(UserCreation),
        users: container.get(UserService),
        teams: container.get(TeamService),
      }),
      ...apiClientRoutes(tenants, {
        clients: container.get(ApiClientService),
        searches: container.get(ClientSearches),
        secrets: container.get(SecretService),
        auditLog: container.get(TokenAuditLog),
      }),
      ...customFieldRoutes(tenants, container.get(CustomFieldService)),
      ...senderRoutes(tenants, new SenderService(database)),
      ...suppressionRoutes(tenants, new SuppressionList(database, links)),
      ...keyRoutes(container.get(KeyService)),
      ...cellRoutes(container.get(Cells)),
      ...operatorRoutes(operators),
    ],
    checkResponses: !isProduction,
  });
}

function onlyOperators(operators: Operators): Guard<ChangeContext> {
  return async (exchange) => {
    const name = await operators.authenticate(exchange, exchange.header('authorization'));
    const reason = takesReason(exchange.endpoint) ? changeReason(exchange.header('rapport-reason')) : undefined;
    exchange.context = { trace: exchange.trace, actor: { kind: 'operator', name }, reason };
  };
}
