import type { RequestContext, Trace, Visibility } from '@rapport/kernel';
import type { PrincipalState, UserState } from './principal-state.ts';

/** The context with which services are called when this principal acts. */
export function requestContextOf(trace: Trace, { tenant, client, user }: PrincipalState): RequestContext {
  return {
    trace,
    tenant: { id: tenant.id, number: tenant.number, cell: tenant.cell },
    actor: { userId: user.id, clientId: client.id },
    visibility: visibilityOf(user),
    view: { client: client.viewNumber, user: user.viewNumber },
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
