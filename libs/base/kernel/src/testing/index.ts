import type { Actor, RequestContext, TenantRef, Visibility } from '../context.ts';
import { newId } from '../ids.ts';

/** The context of a person of the tenant, or of the client that acts as that person. */
export function callerOf(
  tenant: TenantRef,
  visibility: Visibility = { scope: 'all' },
  actor: Partial<Actor> = {},
): RequestContext {
  return {
    trace: { traceId: 'test', traceparent: '00-00000000000000000000000000000001-0000000000000001-00' },
    tenant,
    actor: { userId: visibility.scope === 'own' ? visibility.userId : newId(), clientId: null, ...actor },
    visibility,
    view: { client: 0, user: 0 },
  };
}
