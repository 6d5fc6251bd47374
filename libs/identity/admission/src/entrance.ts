import type { Exchange } from '@rapport/http-server';
import { AppError, type CallContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Allowance } from '@rapport/rate-limit';
import type { Redis } from '@rapport/redis';
import type { Admission, Claimant } from './admitting/admission.ts';
import type { Admitted } from './admitting/principal-admission.ts';
import type { ActingState, PrincipalState } from './principal-state.ts';
import type { ClientClaimant } from './admitting/standing.ts';

/** Verifies the tokens of one surface. */
export interface Verifier<Token extends Claimant> {
  verify(context: CallContext, token: string): Promise<Token>;
}

/** A caller that was let in, by its token. */
export type Entrant<Token extends Claimant> = Admitted<StateOf<Token>> & { readonly token: Token };

type StateOf<Token extends Claimant> = Token extends ClientClaimant ? PrincipalState : ActingState;

/** Lets callers into a surface: 401 without a valid token, 429 above the limit. State and unit come in one round trip. */
export class Entrance<Token extends Claimant> {
  readonly #tokens: Verifier<Token>;
  readonly #admission: Admission;
  readonly #redis: Redis;

  constructor(tokens: Verifier<Token>, admission: Admission, redis: Redis) {
    this.#tokens = tokens;
    this.#admission = admission;
    this.#redis = redis;
  }

  async admit(exchange: Exchange): Promise<Entrant<Token>> {
    const token = await this.#tokens.verify(exchange, bearerOf(exchange.header('authorization')));
    exchange.note(notesOf(token));
    const { state, allowance } = await this.#admission.admit(exchange, token, 1, this.#redis.deadline());
    requireTaken(exchange, allowance);
    // The kind of a token decides the kind of its state.
    return { token, state: state as StateOf<Token>, allowance };
  }

  /** The caller with its present state: 401 where its token is not good any more. It takes no unit. */
  async admitAgain(exchange: Exchange): Promise<Omit<Entrant<Token>, 'allowance'>> {
    const token = await this.#tokens.verify(exchange, bearerOf(exchange.header('authorization')));
    const state = await this.#admission.reload(exchange, token);
    return { token, state: state as StateOf<Token> };
  }

  /** Takes so many units in place of the one of every request, or refuses the request. */
  async takeInstead(exchange: Exchange, { token, state, allowance }: Entrant<Token>, units: number): Promise<void> {
    requireTaken(exchange, await this.#admission.takeInstead(exchange, token, state, allowance, units));
  }
}

function notesOf(token: Claimant) {
  const { tenantId } = token;
  return token.kind === 'client' ? { tenantId, clientId: token.clientId } : { tenantId, userId: token.userId };
}

/** Shows what is left of the limit, and refuses the request where its units were not free. */
function requireTaken(exchange: Exchange, allowance: Allowance): void {
  for (const [name, value] of Object.entries(rateLimitHeaders('business', allowance))) {
    exchange.setHeader(name, value);
  }
  if (!allowance.isTaken) {
    throw rateLimited(allowance);
  }
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
