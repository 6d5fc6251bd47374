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
  /** The limit that all unknown ids of an address share; it is the one of most tenants, so it tells nothing of an id. */
  readonly strangersPerMinute: number;
}

export interface Entry {
  readonly state: PrincipalState;
  readonly secretId: string;
  /** They belong to every answer to the client that has entered. */
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
    const request = { credentials, visit, toll, deadline: this.#parts.redis.deadline() };
    const { found, isMinted, unit } = await this.#find(context, request);
    const headers = rateLimitHeaders(toll.policy, unit.allowance);
    const visitor = { visit, clientId: isMinted ? credentials.clientId : undefined, state: found?.known.state };
    if (!unit.allowance.isTaken) {
      this.#parts.events.rateLimited(context, visitor);
      throw withHeaders(rateLimited(unit.allowance), headers);
    }
    const answer = isMinted ? await this.#authenticate(context, request, found, unit) : unminted;
    if (answer.outcome === 'authenticated') {
      return { state: answer.state, secretId: answer.secretId, headers };
    }
    this.#parts.events.denied(context, { ...visitor, secretId: answer.secretId }, answer.reason);
    throw await this.#refusal(context, request);
  }

  /** The client and its unit are asked for at once; an id that was never given out costs no look-up. */
  async #find(context: CallContext, request: Request): Promise<Found> {
    const { ids, authentication, limiter } = this.#parts;
    const { credentials, visit, toll, deadline } = request;
    const { clientId } = credentials;
    const remembered = authentication.remembered(clientId);
    const isMinted = remembered !== undefined || ids.isMinted(clientId);
    const known = remembered ?? (isMinted ? await authentication.load(context, clientId) : undefined);
    if (!known) {
      return { found: undefined, isMinted, unit: await this.#takeAsStranger(context, request) };
    }
    const [bucket, supposed] = [toll.bucket(clientId, visit), toll.limitOf(known.state.tenant)];
    const confirming = settled(authentication.confirm(context, known, deadline));
    const taken: Unit = { bucket, allowance: await limiter.take(context, bucket, supposed, 1, deadline) };
    const confirmed = await confirming;
    if ('error' in confirmed) {
      if (!taken.allowance.isTaken) {
        return { found: { known, isLive: false }, isMinted, unit: taken };
      }
      throw await this.#givenBack(context, taken, confirmed.error);
    }
    const found = confirmed.value;
    const limit = found ? toll.limitOf(found.known.state.tenant) : supposed;
    if (limit === supposed) {
      return { found, isMinted, unit: taken };
    }
    if (taken.allowance.isTaken) {
      await limiter.giveBack(context, bucket, taken.allowance);
    }
    const allowance = await limiter.take(context, bucket, limit, 1, deadline);
    return { found, isMinted, unit: { bucket, allowance } };
  }

  async #authenticate(
    context: CallContext,
    { credentials }: Request,
    found: FoundClient | undefined,
    unit: Unit,
  ): Promise<Authentication> {
    try {
      return await this.#parts.authentication.authenticate(context, found, credentials.clientSecret);
    } catch (error) {
      throw await this.#givenBack(context, unit, error);
    }
  }

  /** A client that got nothing because something of ours was away must not wait for it twice. Gives the failure that is told. */
  async #givenBack(context: CallContext, { bucket, allowance }: Unit, error: unknown): Promise<unknown> {
    await this.#parts.limiter.giveBack(context, bucket, allowance);
    return error;
  }

  /** Ids that nobody has share one bucket per address. */
  async #takeAsStranger(context: CallContext, { visit, toll, deadline }: Request): Promise<Unit> {
    const bucket = `{${visit.address}}:unknown-clients:${toll.policy}`;
    const allowance = await this.#parts.limiter.take(context, bucket, toll.strangersPerMinute, 1, deadline);
    return { bucket, allowance };
  }

  /**
   * One text for unknown, wrong, expired and disabled, and one limit in its headers: that of the address, whose rest is no matter of the
   * id. An address that fails too often hears 429 instead.
   */
  async #refusal(context: CallContext, { visit, deadline }: Request): Promise<AppError> {
    const bucket = `{${visit.address}}:failures`;
    const failures = await this.#parts.limiter.take(context, bucket, failuresPerMinute, 1, deadline);
    const refusal = failures.isTaken
      ? new AppError('invalid_client', 'Client authentication failed.')
      : rateLimited(failures);
    return withHeaders(refusal, rateLimitHeaders('failures', failures));
  }
}

interface Request {
  readonly credentials: ClientCredentials;
  readonly visit: Visit;
  readonly toll: Toll;
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

/** What comes of it is looked at later, so that a failure meanwhile is nobody's unhandled one. */
function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

/** The same failure with headers that belong to its answer. */
export function withHeaders(error: AppError, headers: Record<string, string>): AppError {
  return new AppError(error.code, error.message, { headers: { ...error.headers, ...headers }, cause: error });
}

const failuresPerMinute = 300;
