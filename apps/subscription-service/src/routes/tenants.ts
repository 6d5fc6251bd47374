import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import type { UnverifiedTenants } from '@rapport/signups';
import { tenantContract } from '@rapport/subscription-contract';
import type { TenantBirth, TenantCreation } from '@rapport/tenants';

export function tenantRoutes(creation: TenantCreation, birth: TenantBirth, unverified: UnverifiedTenants) {
  return implement(tenantContract)<ChangeContext>({
    createTenant: async (context, request) => {
      const key = request.headers['idempotency-key'];
      const { created, isRepeated } = await creation.create(
        context,
        request.body,
        key === undefined ? undefined : { key, fingerprint: request.fingerprint },
      );
      return { status: 201, body: created, headers: isRepeated ? { 'idempotency-replayed': 'true' } : {} };
    },
    cancelUnverifiedTenants: async (context, { body }) => ({
      status: 200,
      body: { cancelled: await unverified.cancelSince(context, body.sinceUtc) },
    }),
    retryTenant: async (context, { params }) => {
      await birth.retry(context, params.tenantId);
      return { status: 200, body: {} };
    },
  });
}
