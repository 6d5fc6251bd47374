import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import type { SuppressionList } from '@rapport/marketing-email';
import { suppressionContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function suppressionRoutes(tenants: TenantService, list: SuppressionList) {
  return implement(suppressionContract)<ChangeContext>({
    listSuppressed: async (context, { params, query }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      const suppressed = await list.list(context, tenant, { ...query, limit: pageSizeMax });
      return { status: 200, body: { suppressed } };
    },
    addSuppressed: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await list.add(context, tenant, body);
      return { status: 200, body: {} };
    },
    removeSuppressed: async (context, { params, body }) => {
      const tenant = await tenants.reference(context, params.tenantId);
      await list.remove(context, tenant, body.address);
      return { status: 200, body: {} };
    },
  });
}

const pageSizeMax = 200;
