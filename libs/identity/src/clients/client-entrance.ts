import { AppError, type CallContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Allowance, type Limiter } from '@rapport/rate-limit';
import type { Deadline, Redis } from '@rapport/redis';
import type { PrincipalState, TenantState } from '../admission/principal-state.ts';
import type { TokenEvents, Visit } from '../token-events.ts';
import type { Authentication, ClientAuthentication, FoundClient } from './client-authentication.ts';
import type { ClientIds } from './client-id.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a request takes a unit of before its secret is looked at. */
export interface Toll {
  /** Its name in the headers of answers. */
  readonly policy: string;
  /** The bucket; its hash tag is the client's id. */
  bucket(clientId: string, visit: Visit): string;
  limitOf(tenant: TenantState): number;
}

export interface Entry {
  readonly state: PrincipalState;
  readonly secretId: string;
  /** They belong to the answer, whichever it is. */
  readonly headers: Record<string, string>;
}

export interface ClientEntranceParts {
  readonly ids: ClientIds;
  readonly authentication: ClientAuthentication;
  readonly limiter: Limiter;
  readonly redis: Redis;
  readonly events: TokenEvents;
}

/** Lets clients in to what they authenticate for with their secret: first their limit, then who they are. */
export class ClientEntrance {
  readonly #parts: ClientEntranceParts;

  constructor(parts: ClientEntranceParts) {
    this.#parts = parts;
  }

  async enter(context: CallContext, credentials: ClientCredentials, visit: Visit, toll: Toll): Promise<Entry> {
    const deadline = this.#parts.redis.deadline();
    const { found, allowance } = await this.#find(context, credentials, visit, toll, deadline);
    const headers = rateLimitHeaders(toll.policy, allowance);
    const clientId = found || this.#parts.ids.isMinted(credentials.clientId) ? credentials.clientId : undefined;
    const visitor = { visit, clientId, state: found?.known.state };
    if (!allowance.isTaken) {
      this.#parts.events.rateLimited(context, visitor);
      throw withHeaders(rateLimited(allowance), headers);
    }
    const answer = await this.#authenticate(context, credentials, found);
    if (answer.outcome === 'authenticated') {
      return { state: answer.state, secretId: answer.secretId, headers };
    }
    this.#parts.events.denied(context, { ...visitor, secretId: answer.secretId }, answer.reason);
    throw withHeaders(await this.#refusal(context, visit, deadline), headers);
  }

  /** The client and its unit are asked for at once; an id that was never given out costs no look-up. */
  async #find(
    context: CallContext,
    { clientId }: ClientCredentials,
    visit: Visit,
    toll: Toll,
    deadline: Deadline,
  ): Promise<{ found: FoundClient | undefined; allowance: Allowance }> {
    const { ids, authentication } = this.#parts;
    const known = ids.isMinted(clientId) ? await authentication.known(context, clientId) : undefined;
    if (!known) {
      return { found: undefined, allowance: await this.#takeAsStranger(context, visit, deadline) };
    }
    const supposed = toll.limitOf(known.state.tenant);
    const [found, taken] = await Promise.all([
      authentication.confirm(context, known, deadline),
      this.#take(context, toll.bucket(clientId, visit), supposed, 1, deadline),
    ]);
    const limit = found ? toll.limitOf(found.known.state.tenant) : supposed;
    if (limit === supposed) {
      return { found, allowance: taken };
    }
    // The limit is another one by now: a unit that was taken is held against it, one that was not is asked for again.
    const units = taken.isTaken ? 0 : 1;
    return { found, allowance: await this.#take(context, toll.bucket(clientId, visit), limit, units, deadline) };
  }

  /** Ids that nobody has share one bucket per address. */
  #takeAsStranger(context: CallContext, { address }: Visit, deadline: Deadline): Promise<Allowance> {
    return this.#take(context, `{${address}}:unknown-clients`, unknownClientsPerMinute, 1, deadline);
  }

  #take(context: CallContext, key: string, limit: number, units: number, deadline: Deadline): Promise<Allowance> {
    return this.#parts.limiter.take(context, key, limit, units, deadline);
  }

  async #authenticate(
    context: CallContext,
    { clientId, clientSecret }: ClientCredentials,
    found: FoundClient | undefined,
  ): Promise<Authentication> {
    const { ids, authentication } = this.#parts;
    return ids.isMinted(clientId)
      ? authentication.authenticate(context, found, clientSecret)
      : { outcome: 'refused', reason: 'unminted', secretId: undefined };
  }

  /** One text for unknown, wrong, expired and disabled. Whoever fails too often from one address hears 429 instead. */
  async #refusal(context: CallContext, { address }: Visit, deadline: Deadline): Promise<AppError> {
    const failures = await this.#take(context, `{${address}}:failures`, failuresPerMinute, 1, deadline);
    return failures.isTaken ? new AppError('invalid_client', 'Client authentication failed.') : rateLimited(failures);
  }
}

/** The same failure with headers that belong to its answer. */
export function withHeaders(error: AppError, headers: Record<string, string>): AppError {
  return new AppError(error.code, error.message, { headers: { ...error.headers, ...headers }, cause: error });
}

const unknownClientsPerMinute = 30;
const failuresPerMinute = 300;
