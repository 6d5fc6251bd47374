import type { ClientToken } from '@rapport/access-tokens';
import {
  requestContextOf,
  requirePermission,
  requireScope,
  requireSubscription,
  type Entrant,
  type Entrance,
  type PrincipalState,
} from '@rapport/admission';
import { neededRight } from '@rapport/http-contract';
import type { Exchange, Guard } from '@rapport/http-server';
import { validationFailed, type RequestContext } from '@rapport/kernel';

/** The first argument of this surface's handlers. */
export interface PublicContext extends RequestContext {
  readonly token: ClientToken;
  readonly state: PrincipalState;
  /** Gives the same caller with its present state, for a request that was admitted on an older one. */
  readonly refresh: () => Promise<PublicContext>;
  /** Takes so many units of the limit in place of the one of every request, or refuses the request. */
  readonly takeUnits: (units: number) => Promise<void>;
  /** The path of the request. */
  readonly path: string;
}

type PublicExchange = Exchange<PublicContext>;

export function admitCaller(entrance: Entrance<ClientToken>): Guard<PublicContext> {
  return async (exchange) => {
    exchange.context = contextOf(exchange, entrance, await entrance.admit(exchange));
  };
}

/** The caller as it is now, with all that it may do. */
export async function admitAgain({ context }: PublicExchange): Promise<void> {
  await context.refresh();
}

/** 403 while the tenant's subscription does not include the public API. */
export function checkSubscription({ context }: PublicExchange): void {
  requireSubscription(context.state, 'public', 'write');
}

/** 403 without the scope that the request needs. */
export function checkScope({ context, endpoint, search }: PublicExchange): void {
  const right = neededRight(endpoint.access, search);
  if (right) {
    requireScope(context.state, context.token.scopes, right.scope);
  }
}

/** 403 without the permission that the request needs, where it needs one. */
export function checkPermission({ context, endpoint, search }: PublicExchange): void {
  const right = neededRight(endpoint.access, search);
  if (right?.permission) {
    requirePermission(context.state, right.permission);
  }
}

function contextOf(
  exchange: PublicExchange,
  entrance: Entrance<ClientToken>,
  caller: Entrant<ClientToken>,
): PublicContext {
  const { token, state, allowance } = caller;
  return {
    ...requestContextOf(exchange.trace, state),
    token,
    state,
    path: exchange.path,
    refresh: async () => {
      const present = await entrance.admitAgain(exchange);
      exchange.context = contextOf(exchange, entrance, { ...present, allowance });
      checkSubscription(exchange);
      checkScope(exchange);
      checkPermission(exchange);
      return exchange.context;
    },
    takeUnits: async (units) => {
      if (units > allowance.limit) {
        throw validationFailed({ items: [`The limit of this client holds ${allowance.limit} items a minute at all.`] });
      }
      await entrance.takeInstead(exchange, caller, units);
    },
  };
}
