import { httpApp, type Guard } from '@rapport/http-server';
import {
  ApiClientService,
  KeyService,
  Operators,
  PeopleService,
  TokenAuditLog,
  type OperatorContext,
} from '@rapport/identity';
import { Telemetry } from '@rapport/telemetry';
import { TenantCreation, TenantService } from '@rapport/tenants';
import type { Container } from 'inversify';
import { apiClientRoutes, keyRoutes, peopleRoutes, tenantRoutes } from './routes/index.ts';

/** The operators' surface. */
export function operatorsApp(container: Container) {
  const tenants = container.get(TenantService);
  return httpApp<OperatorContext>({
    telemetry: container.get(Telemetry),
    guards: [onlyOperators(container.get(Operators))],
    routes: [
      ...tenantRoutes(tenants, container.get(TenantCreation)),
      ...peopleRoutes(tenants, container.get(PeopleService)),
      ...apiClientRoutes(tenants, container.get(ApiClientService), container.get(TokenAuditLog)),
      ...keyRoutes(container.get(KeyService)),
    ],
    checkResponses: process.env['NODE_ENV'] !== 'production',
  });
}

function onlyOperators(operators: Operators): Guard<OperatorContext> {
  return async (exchange) => {
    const operator = await operators.authenticate(exchange, exchange.header('authorization'));
    exchange.context = { trace: exchange.trace, operator };
  };
}
