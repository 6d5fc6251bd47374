import type { TokenVerifier, VerifiedToken } from '@rapport/access-tokens';
import {
  requestContextOf,
  requirePermission,
  requireScope,
  requireSubscription,
  type Admission,
  type PrincipalState,
} from '@rapport/admission';
import { neededRight } from '@rapport/http-contract';
import type { Exchange, Guard } from '@rapport/http-server';
import { AppError, validationFailed, type RequestContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Allowance } from '@rapport/rate-limit';
import type { Redis } from '@rapport/redis';

/** The first argument of this surface's handlers. */
export interface PublicContext extends RequestContext {
  readonly token: VerifiedToken;
  readonly state: PrincipalState;
  /** Gives the same caller with its present state, for a request that was admitted on an older one. */
  readonly refresh: () => Promise<PublicContext>;
  /** Takes so many units of the limit in place of the one of every request, or refuses the request. */
  readonly takeUnits: (units: number) => Promise<void>;
  /** The path of the request. */
  readonly path: string;
}

type PublicExchange = Exchange<PublicContext>;

/** 401 without a valid token, 429 above the limit. The state of the caller and its unit come in a single round trip. */
export function admitCaller(tokens: TokenVerifier, admission: Admission, redis: Redis): Guard<PublicContext> {
  return async (exchange) => {
    const token = await tokens.verify(exchange, bearerOf(exchange.header('authorization')));
    exchange.note({ tenantId: token.tenantId, clientId: token.clientId });
    const { state, allowance } = await admission.admit(exchange, token, 1, redis.deadline());
    requireTaken(exchange, allowance);
    exchange.context = contextOf(exchange, admission, { token, state, allowance });
  };
}

/** 403 while the tenant's subscription does not include the public API. */
export function checkSubscription({ context }: PublicExchange): void {
  requireSubscription(context.state);
}

/** 403 without the scope that the request needs. */
export function checkScope({ context, endpoint, search }: PublicExchange): void {
  const right = neededRight(endpoint.access, search);
  if (right) {
    requireScope(context.state, context.token.scopes, right.scope);
  }
}

/** 403 without the permission that the request needs. */
export function checkPermission({ context, endpoint, search }: PublicExchange): void {
  const right = neededRight(endpoint.access, search);
  if (right) {
    requirePermission(context.state, right.permission);
  }
}

/** Shows what is left of the limit, and refuses the request where its units were not free. */
function requireTaken(exchange: PublicExchange, allowance: Allowance): void {
  for (const [name, value] of Object.entries(rateLimitHeaders('business', allowance))) {
    exchange.setHeader(name, value);
  }
  if (!allowance.isTaken) {
    throw rateLimited(allowance);
  }
}

interface AdmittedCaller {
  readonly token: VerifiedToken;
  readonly state: PrincipalState;
  readonly allowance: Allowance;
}

function contextOf(
  exchange: PublicExchange,
  admission: Admission,
  { token, state, allowance }: AdmittedCaller,
): PublicContext {
  return {
    ...requestContextOf(exchange.trace, state),
    token,
    state,
    path: exchange.path,
    refresh: async () => {
      const fresh = await admission.reload(exchange, token);
      exchange.context = contextOf(exchange, admission, { token, state: fresh, allowance });
      checkSubscription(exchange);
      checkScope(exchange);
      checkPermission(exchange);
      return exchange.context;
    },
    takeUnits: async (units) => {
      if (units > allowance.limit) {
        throw validationFailed({ items: [`The limit of this client holds ${allowance.limit} items a minute at all.`] });
      }
      requireTaken(exchange, await admission.takeInstead(exchange, token, state, allowance, units));
    },
  };
}

function bearerOf(authorization: string | undefined): string {
  const token = /^bearer +(\S.*)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw new AppError(
      'token_missing',
      'Send an access token: Authorization: Bearer <token>; get one at /connect/token.',
    );
  }
  return token.trim();
}
