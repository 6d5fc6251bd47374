import type { ChangeContext } from '@rapport/audit';
import type { DeletionProofs } from '@rapport/deletions';
import { implement } from '@rapport/http-contract';
import type { UnverifiedTenants } from '@rapport/signups';
import { tenantContract } from '@rapport/subscription-contract';
import type { Subscriptions } from '@rapport/subscriptions';
import type { TenantBirth, TenantCreation } from '@rapport/tenants';

export interface TenantServices {
  readonly creation: TenantCreation;
  readonly birth: TenantBirth;
  readonly unverified: UnverifiedTenants;
  readonly subscriptions: Subscriptions;
  readonly deletions: DeletionProofs;
}

export function tenantRoutes({ creation, birth, unverified, subscriptions, deletions }: TenantServices) {
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
    deleteTenant: async (context, { params }) => ({
      status: 202,
      body: await subscriptions.delete(context, params.tenantId),
    }),
    getDeletion: async (context, { params }) => ({
      status: 200,
      body: await deletions.show(context, params.tenantId),
    }),
  });
}
