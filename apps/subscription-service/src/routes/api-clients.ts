import type { ApiClientService } from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { apiClientContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';
import type { TokenAuditLog } from '@rapport/token-audit';

export function apiClientRoutes(tenants: TenantService, clients: ApiClientService, auditLog: TokenAuditLog) {
  return implement(apiClientContract)<ChangeContext>({
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
      return {
        status: 200,
        body: { clientSecret: await clients.rotateSecret(context, tenant, params.clientId, body) },
      };
    },
    listSecrets: async (context, { params }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      return { status: 200, body: { secrets: await clients.secrets(context, tenant, params.clientId) } };
    },
    revokeSecret: async (context, { params, body }) => {
      const { secretId, clientId, tenantId } = params;
      const tenant = await tenants.reference(context, tenantId);
      await clients.revokeSecret(context, tenant, clientId, { secretId, revokeTokens: body.revokeTokens });
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
