import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import {
  leaseKeys,
  type Admission as Answer,
  type Allowance,
  type Fill,
  type LeasedLimiter,
  type LeasedStates,
  type Limiter,
} from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import { leasesOf, type PrincipalState } from './principal-state.ts';
import type { PrincipalStore } from './principal-store.ts';

/** Who asks, as a verified token says it. */
export interface Claimant {
  readonly clientId: string;
  readonly tenantId: string;
  readonly epoch: number;
}

export interface Admitted {
  readonly state: PrincipalState;
  readonly allowance: Allowance;
}

/**
 * Lets a request in: its principal's state and its unit of the rate limit, from Redis in one round trip; the state from control where
 * Redis lacks it; both without Redis where that is away.
 */
export class Admission {
  readonly #leased: LeasedLimiter;
  readonly #limiter: Limiter;
  readonly #store: PrincipalStore;
  readonly #known = new LeastRecentlyUsed<string, KnownPrincipal>(20_000);
  readonly #parsed = new LeastRecentlyUsed<string, unknown>(10_000);
  readonly #loading = new Map<string, Promise<PrincipalState>>();

  constructor(leased: LeasedLimiter, limiter: Limiter, store: PrincipalStore) {
    this.#leased = leased;
    this.#limiter = limiter;
    this.#store = store;
  }

  /** Throws what the token deserves (401); whether the units were free is in the allowance. */
  async admit(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted> {
    try {
      return await this.#admitLeased(context, claimant, units, deadline);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.#admitFromControl(context, claimant, units);
    }
  }

  /** The state as control has it now, for a request that turned out to be admitted on an older one. It takes no unit. */
  async reload(context: CallContext, claimant: Claimant): Promise<PrincipalState> {
    const state = await this.#load(context, claimant);
    refuseStale(claimant, state);
    return state;
  }

  async #admitLeased(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted> {
    let known = this.#known.get(claimant.clientId);
    let fill: Fill | undefined;
    for (let turn = 0; turn < turnsMax; turn += 1) {
      if (known === undefined) {
        known = this.#remember(await this.#loadShared(context, claimant));
      }
      const request = {
        tenant: known.tenantNumber,
        clientId: claimant.clientId,
        userId: known.userId,
        epoch: claimant.epoch,
        units,
      };
      const answer: Answer = await this.#leased.admit(context, request, deadline, fill);
      fill = undefined;
      if (answer.outcome === 'again') {
        known = { ...known, userId: answer.userId };
        this.#known.set(claimant.clientId, known);
      } else if (answer.outcome === 'load') {
        const state = await this.#loadShared(context, claimant);
        known = this.#remember(state);
        fill = { missedAt: answer.missedAt, leases: leasesOf(state) };
      } else {
        return this.#admitted(claimant, answer);
      }
    }
    throw new RedisAway('the state did not settle');
  }

  #admitted(claimant: Claimant, answer: Exclude<Answer, { outcome: 'load' | 'again' }>): Admitted {
    const state = this.#parse(answer.states);
    refuseStale(claimant, state);
    if (answer.outcome === 'refused') {
      throw new AppError('token_invalid', tokenInvalid);
    }
    return { state, allowance: answer.allowance };
  }

  async #admitFromControl(context: CallContext, claimant: Claimant, units: number): Promise<Admitted> {
    const state = await this.#load(context, claimant);
    refuseStale(claimant, state);
    const key = leaseKeys.log(state.tenant.number, claimant.clientId);
    return { state, allowance: await this.#limiter.takeInsured(key, state.tenant.requestsPerMinute, units) };
  }

  async #load(context: CallContext, claimant: Claimant): Promise<PrincipalState> {
    const state = await this.#store.find(context, claimant.clientId);
    if (state === undefined) {
      throw new AppError('token_invalid', tokenInvalid);
    }
    return state;
  }

  /** One read serves all that miss at the same time; what they go by is what Redis then says, so none goes by an old read. */
  #loadShared(context: CallContext, claimant: Claimant): Promise<PrincipalState> {
    const running = this.#loading.get(claimant.clientId);
    if (running) {
      return running;
    }
    const loading = this.#load(context, claimant).finally(() => this.#loading.delete(claimant.clientId));
    this.#loading.set(claimant.clientId, loading);
    return loading;
  }

  #remember({ tenant, client }: PrincipalState): KnownPrincipal {
    const known = { tenantNumber: tenant.number, userId: client.userId };
    this.#known.set(client.clientId, known);
    return known;
  }

  #parse(states: LeasedStates): PrincipalState {
    return {
      tenant: this.#parseOne(states.tenant),
      client: this.#parseOne(states.client),
      user: this.#parseOne(states.user),
    };
  }

  /** The same state comes with nearly every request of a principal; its text is parsed once. */
  #parseOne<T>(text: string): T {
    const known = this.#parsed.get(text);
    if (known !== undefined) {
      return known as T;
    }
    const parsed = JSON.parse(text) as T;
    this.#parsed.set(text, parsed);
    return parsed;
  }
}

interface KnownPrincipal {
  readonly tenantNumber: number;
  readonly userId: string;
}

function refuseStale(claimant: Claimant, { tenant, client, user }: PrincipalState): void {
  if (!client.isActive || !user.isActive) {
    throw new AppError(
      'client_disabled',
      'The API client or its RunAs user is disabled; ask the operator of the CRM to enable it, then request a new token.',
    );
  }
  if (client.epoch !== claimant.epoch || tenant.id !== claimant.tenantId) {
    throw new AppError('token_invalid', tokenInvalid);
  }
}

const tokenInvalid = 'The access token is not valid any more; request a new one at /connect/token.';
const turnsMax = 5;
