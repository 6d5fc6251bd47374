import type { Creation, RequestKey } from '@rapport/idempotency';
import type { ApplicationContext } from './guards.ts';
import { etagOf } from './versions.ts';

interface Keyed {
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
  readonly fingerprint: Buffer;
}

/** The caller's key in the scope of its user, or undefined without one. */
export function keyOf({ tenant, actor }: ApplicationContext, request: Keyed): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  return key === undefined
    ? undefined
    : { tenantId: tenant.id, userId: actor.userId, key, fingerprint: request.fingerprint };
}

/** The headers of the answer to a create. */
export function creationHeaders({ isReplayed, lastModifiedOnUtc }: Creation<unknown>) {
  return { etag: etagOf(lastModifiedOnUtc), ...(isReplayed && { 'idempotency-replayed': 'true' as const }) };
}
