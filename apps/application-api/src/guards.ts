import type { VerifiedToken } from '@rapport/access-tokens';
import {
  requestContextOf,
  requireDeveloperScope,
  requirePermission,
  requireSubscription,
  type ActingState,
  type Entrance,
} from '@rapport/admission';
import type { ChangeContext } from '@rapport/audit';
import { takesUser, type UserAccess } from '@rapport/http-contract';
import type { ClientAddress, Exchange, Guard } from '@rapport/http-server';
import type { RequestContext } from '@rapport/kernel';

/** The first argument of this surface's handlers. */
export interface ApplicationContext extends RequestContext {
  readonly token: VerifiedToken;
  readonly state: ActingState;
  /** The address of the caller, as limits count it. */
  readonly callerAddress: string;
  /** The context of a change, in which the user is the actor. */
  readonly change: ChangeContext;
}

type ApplicationExchange = Exchange<ApplicationContext>;

export function admitCaller(entrance: Entrance<VerifiedToken>, addresses: ClientAddress): Guard<ApplicationContext> {
  return async (exchange) => {
    exchange.context = contextOf(exchange, await entrance.admit(exchange), addresses);
  };
}

/** The caller as it is now. */
export function admitAgain(entrance: Entrance<VerifiedToken>, addresses: ClientAddress): Guard<ApplicationContext> {
  return async (exchange) => {
    exchange.context = contextOf(exchange, await entrance.admitAgain(exchange), addresses);
  };
}

/** 403 where the state of the tenant does not let the operation go on. */
export function checkSubscription({ context, endpoint }: ApplicationExchange): void {
  requireSubscription(context.state, 'application', accessOf(endpoint).act);
}

/** 403 for a token for development that lacks a scope, or that asks for what it never may. */
export function checkScope({ context, endpoint }: ApplicationExchange): void {
  const { token, state } = context;
  if (token.kind === 'client' && state.client !== null) {
    requireDeveloperScope(state, token.scopes, accessOf(endpoint));
  }
}

/** 403 without a permission that the operation needs. */
export function checkPermission({ context, endpoint }: ApplicationExchange): void {
  for (const permission of accessOf(endpoint).permissions) {
    requirePermission(context.state, permission);
  }
}

function accessOf({ access, operationId }: ApplicationExchange['endpoint']): UserAccess {
  if (!takesUser(access)) {
    throw new Error(`${operationId} says nothing of users.`);
  }
  return access;
}

function contextOf(
  exchange: ApplicationExchange,
  { token, state }: Pick<ApplicationContext, 'token' | 'state'>,
  addresses: ClientAddress,
): ApplicationContext {
  const { trace } = exchange;
  return {
    ...requestContextOf(trace, state),
    token,
    state,
    callerAddress: addresses.ofCaller(exchange),
    change: { trace, actor: { kind: 'user', name: state.user.id } },
  };
}
