import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { tenantViewContract } from '@rapport/subscription-contract';
import type { TenantService, TenantViews } from '@rapport/tenants';

export function tenantViewRoutes(tenants: TenantService, views: TenantViews) {
  return implement(tenantViewContract)<ChangeContext>({
    listTenants: async (context, { query }) => ({
      status: 200,
      body: { tenants: await tenants.list(context, query.after ?? null, pageSizeMax) },
    }),
    getTenant: async (context, { params }) => ({
      status: 200,
      body: await views.showToOperator(context, params.tenantId),
    }),
  });
}

const pageSizeMax = 200;
