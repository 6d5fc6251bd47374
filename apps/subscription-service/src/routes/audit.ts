import type { AuditLog, ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { auditContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function auditRoutes(tenants: TenantService, log: AuditLog) {
  return implement(auditContract)<ChangeContext>({
    listTenantAudit: async (context, { params, query }) => {
      const { tenantId } = await tenants.require(context, params.tenantId);
      return { status: 200, body: await log.list(context, { tenantId }, query) };
    },
    listAudit: async (context, { query: { cursor, pageSize, ...filter } }) => ({
      status: 200,
      body: await log.list(context, filter, { cursor, pageSize }),
    }),
  });
}
