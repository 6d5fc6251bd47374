import type { RequestContext, Trace, Visibility } from '@rapport/kernel';
import type { ActingState, UserState } from './principal-state.ts';

/** The context with which services are called when this client or person acts. */
export function requestContextOf(trace: Trace, { tenant, client, user }: ActingState): RequestContext {
  return {
    trace,
    tenant: { id: tenant.id, number: tenant.number, cell: tenant.cell },
    actor: { userId: user.id, clientId: client?.id ?? null },
    visibility: visibilityOf(user),
    view: { client: client?.viewNumber ?? 0, user: user.viewNumber },
    isFull: tenant.isFull,
  };
}

function visibilityOf(user: UserState): Visibility {
  if (user.dataScope === 'all') {
    return { scope: 'all' };
  }
  if (user.dataScope === 'team' && user.teamId !== null) {
    return { scope: 'team', teamId: user.teamId };
  }
  return { scope: 'own', userId: user.id };
}
