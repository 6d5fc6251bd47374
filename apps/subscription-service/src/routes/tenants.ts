import { implement } from '@rapport/http-contract';
import type { OperatorContext } from '@rapport/identity';
import { tenantContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';

export function tenantRoutes(tenants: TenantService) {
  return implement(tenantContract)<OperatorContext>({
    createTenant: async (context, { body }) => ({ status: 201, body: await tenants.create(context, body) }),
    listTenants: async (context, { query }) => ({
      status: 200,
      body: { tenants: await tenants.list(context, query.after ?? null, pageSizeMax) },
    }),
    suspendTenant: async (context, { params }) => {
      await tenants.suspend(context, params.tenantId);
      return { status: 200, body: {} };
    },
    resumeTenant: async (context, { params }) => {
      await tenants.resume(context, params.tenantId);
      return { status: 200, body: {} };
    },
    changePlan: async (context, { params, body }) => {
      await tenants.changePlan(context, params.tenantId, body.plan);
      return { status: 200, body: {} };
    },
  });
}

const pageSizeMax = 200;
