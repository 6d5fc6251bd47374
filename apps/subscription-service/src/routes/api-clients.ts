import type { ApiClient, ApiClientService, ClientSearches, SecretService } from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { apiClientContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';
import type { TokenAuditLog } from '@rapport/token-audit';
import { firstByName } from './first-by-name.ts';

interface ApiClients {
  readonly clients: ApiClientService;
  readonly searches: ClientSearches;
  readonly secrets: SecretService;
  readonly auditLog: TokenAuditLog;
}

export function apiClientRoutes(tenants: TenantService, { clients, searches, secrets, auditLog }: ApiClients) {
  return implement(apiClientContract)<ChangeContext>({
    listApiClients: async (context, { params, query }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { items } = await searches.clients(context, tenant, firstByName(query.search));
      return { status: 200, body: { apiClients: items.map(shown) } };
    },
    createApiClient: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return { status: 201, body: await clients.create(context, tenant, body) };
    },
    updateApiClient: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await clients.update(context, tenant, params.clientId, body);
      return { status: 200, body: {} };
    },
    disableApiClient: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await clients.setActive(context, tenant, params.clientId, false);
      return { status: 200, body: {} };
    },
    enableApiClient: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await clients.setActive(context, tenant, params.clientId, true);
      return { status: 200, body: {} };
    },
    rotateSecret: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const { clientSecret } = await secrets.rotate(context, tenant, params.clientId, body);
      return { status: 200, body: { clientSecret } };
    },
    listSecrets: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return { status: 200, body: { secrets: await secrets.list(context, tenant, params.clientId) } };
    },
    revokeSecret: async (context, { params, body }) => {
      const { secretId, clientId, tenantId } = params;
      const tenant = await tenants.reference(context, tenantId);
      await secrets.revoke(context, tenant, clientId, { secretId, revokeTokens: body.revokeTokens });
      return { status: 200, body: {} };
    },
    listTokenAudit: async (context, { params, query }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return {
        status: 200,
        body: { entries: await auditLog.newest(context, tenant, params.clientId, query.pageSize) },
      };
    },
  });
}

/** A client in a list of an operator. */
function shown({ id: apiClientId, clientId, name, runAsUserId, scopes, isActive, lastUsedOnUtc }: ApiClient) {
  return { apiClientId, clientId, name, runAsUserId, scopes: [...scopes], isActive, lastUsedOnUtc };
}
