import type { PrincipalState, TenantState } from '@rapport/admission';
import type { ClientIds } from '@rapport/api-clients';
import { AppError, type CallContext, withHeaders } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Allowance, type Limiter } from '@rapport/rate-limit';
import type { Deadline, Redis } from '@rapport/redis';
import type { Caller, Requester, TokenEvents } from '@rapport/token-audit';
import type { Authentication, ClientAuthentication, FoundClient } from './client-authentication.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The limit that a request counts against before its secret is looked at. */
export interface ClientLimit {
  /** Its name in the headers of answers. */
  readonly policy: string;
  /** The bucket; its hash tag is the client's id. */
  bucket(clientId: string, caller: Caller): string;
  limitOf(tenant: TenantState): number;
  /** The limit that unknown ids of an address share. It is the limit of most tenants, so it says nothing of an id. */
  readonly unknownIdsPerMinute: number;
}

export interface AuthenticatedClient {
  readonly state: PrincipalState;
  readonly requester: Requester;
  /** They belong to every answer to the client. */
  readonly headers: Record<string, string>;
}

/** Authenticates clients by their secret, within a limit: the limit comes first. */
export class LimitedAuthentication {
  readonly #ids: ClientIds;
  readonly #authentication: ClientAuthentication;
  readonly #limiter: Limiter;
  readonly #redis: Redis;
  readonly #events: TokenEvents;

  constructor(
    ids: ClientIds,
    authentication: ClientAuthentication,
    limiter: Limiter,
    redis: Redis,
    events: TokenEvents,
  ) {
    this.#ids = ids;
    this.#authentication = authentication;
    this.#limiter = limiter;
    this.#redis = redis;
    this.#events = events;
  }

  async authenticate(
    context: CallContext,
    credentials: ClientCredentials,
    caller: Caller,
    limit: ClientLimit,
  ): Promise<AuthenticatedClient> {
    const attempt = { credentials, caller, limit, deadline: this.#redis.deadline() };
    const { found, isMinted, unit } = await this.#find(context, attempt);
    const headers = rateLimitHeaders(limit.policy, unit.allowance);
    const requester = { caller, clientId: isMinted ? credentials.clientId : undefined, state: found?.known.state };
    if (!unit.allowance.isTaken) {
      this.#events.rateLimited(context, requester);
      throw withHeaders(rateLimited(unit.allowance), headers);
    }
    const answer = isMinted ? await this.#checkSecret(context, attempt, found, unit) : unminted;
    const { secretId } = answer;
    if (answer.outcome === 'authenticated') {
      const { state } = answer;
      return { state, requester: { caller, clientId: state.client.clientId, state, secretId }, headers };
    }
    this.#events.denied(context, { ...requester, secretId }, answer.reason);
    throw await this.#refusal(context, attempt);
  }

  /** The client and its unit are asked for at once; an id that was never given out costs no look-up. */
  async #find(context: CallContext, attempt: Attempt): Promise<Found> {
    const { credentials, caller, limit, deadline } = attempt;
    const { clientId } = credentials;
    const remembered = this.#authentication.remembered(clientId);
    const isMinted = remembered !== undefined || this.#ids.isMinted(clientId);
    const known = remembered ?? (isMinted ? await this.#authentication.load(context, clientId) : undefined);
    if (!known) {
      return { found: undefined, isMinted, unit: await this.#takeForUnknownId(context, attempt) };
    }
    const [bucket, supposedMax] = [limit.bucket(clientId, caller), limit.limitOf(known.state.tenant)];
    const confirming = settled(this.#authentication.confirm(context, known, deadline));
    const taken: Unit = { bucket, allowance: await this.#limiter.take(context, bucket, supposedMax, 1, deadline) };
    const confirmed = await confirming;
    if ('error' in confirmed) {
      if (!taken.allowance.isTaken) {
        return { found: { known, isLive: false }, isMinted, unit: taken };
      }
      throw await this.#givenBack(context, taken, confirmed.error);
    }
    const found = confirmed.value;
    const confirmedMax = found ? limit.limitOf(found.known.state.tenant) : supposedMax;
    if (confirmedMax === supposedMax) {
      return { found, isMinted, unit: taken };
    }
    if (taken.allowance.isTaken) {
      await this.#limiter.giveBack(context, bucket, taken.allowance);
    }
    const allowance = await this.#limiter.take(context, bucket, confirmedMax, 1, deadline);
    return { found, isMinted, unit: { bucket, allowance } };
  }

  async #checkSecret(
    context: CallContext,
    { credentials }: Attempt,
    found: FoundClient | undefined,
    unit: Unit,
  ): Promise<Authentication> {
    try {
      return await this.#authentication.authenticate(context, found, credentials.clientSecret);
    } catch (error) {
      throw await this.#givenBack(context, unit, error);
    }
  }

  /** A client that got nothing because a part of ours was away must not wait for it twice. Returns the error. */
  async #givenBack(context: CallContext, { bucket, allowance }: Unit, error: unknown): Promise<unknown> {
    await this.#limiter.giveBack(context, bucket, allowance);
    return error;
  }

  /** Ids that no client has share one bucket per address. */
  async #takeForUnknownId(context: CallContext, { caller, limit, deadline }: Attempt): Promise<Unit> {
    const bucket = `{${caller.address}}:unknown-clients:${limit.policy}`;
    const allowance = await this.#limiter.take(context, bucket, limit.unknownIdsPerMinute, 1, deadline);
    return { bucket, allowance };
  }

  /**
   * Unknown, wrong, expired and disabled get one text, and one limit in their headers: the limit of the address, which
   * does not depend on the id. An address that fails too often gets 429 instead.
   */
  async #refusal(context: CallContext, { caller, deadline }: Attempt): Promise<AppError> {
    const bucket = `{${caller.address}}:failures`;
    const failures = await this.#limiter.take(context, bucket, failuresPerMinute, 1, deadline);
    const refusal = failures.isTaken
      ? new AppError('invalid_client', 'Client authentication failed.')
      : rateLimited(failures);
    return withHeaders(refusal, rateLimitHeaders('failures', failures));
  }
}

interface Attempt {
  readonly credentials: ClientCredentials;
  readonly caller: Caller;
  readonly limit: ClientLimit;
  readonly deadline: Deadline;
}

interface Found {
  readonly found: FoundClient | undefined;
  /** Whether the id was ever given out. */
  readonly isMinted: boolean;
  readonly unit: Unit;
}

/** A unit of a bucket, or the refusal of one. */
interface Unit {
  readonly bucket: string;
  readonly allowance: Allowance;
}

const unminted: Authentication = { outcome: 'refused', reason: 'unminted', secretId: undefined };

type Settled<T> = { readonly value: T } | { readonly error: unknown };

/** The outcome of work that is looked at later, so that a failure meanwhile is not taken for an unhandled one. */
function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

const failuresPerMinute = 300;
