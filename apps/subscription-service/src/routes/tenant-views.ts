import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { tenantViewContract } from '@rapport/subscription-contract';
import type { TenantList, TenantViews } from '@rapport/tenants';

export function tenantViewRoutes(list: TenantList, views: TenantViews) {
  return implement(tenantViewContract)<ChangeContext>({
    listTenants: async (context, { query }) => ({
      status: 200,
      body: { tenants: await list.page(context, query) },
    }),
    getTenant: async (context, { params }) => ({
      status: 200,
      body: await views.showToOperator(context, params.tenantId),
    }),
  });
}
