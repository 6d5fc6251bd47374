import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import {
  leaseKeys,
  type Allowance,
  type Fill,
  type LeaseAnswer,
  type LeasedLimiter,
  type LeasedStates,
  type Limiter,
  type StateVersions,
} from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import { leasesOf, readClientState, type PrincipalState, type TenantState, type UserState } from './principal-state.ts';
import type { PrincipalStore } from './principal-store.ts';
import { isRevoked, standingOf, type Claimant } from './standing.ts';

export interface Admitted {
  readonly state: PrincipalState;
  readonly allowance: Allowance;
}

/**
 * Admits requests. The state of the principal and the unit of the rate limit come from Redis in one round trip. A state
 * that Redis lacks comes from control. While Redis is away, the state comes from control, the unit from this process.
 */
export class Admission {
  readonly #leased: LeasedLimiter;
  readonly #limiter: Limiter;
  readonly #store: PrincipalStore;
  readonly #known = new LeastRecentlyUsed<string, PrincipalState>(20_000);
  readonly #loading = new Map<string, Promise<Loaded>>();

  constructor(leased: LeasedLimiter, limiter: Limiter, store: PrincipalStore) {
    this.#leased = leased;
    this.#limiter = limiter;
    this.#store = store;
  }

  /** Throws 401 if the state rejects the token. The allowance says whether the units were free. */
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

  /**
   * Takes a unit for each part of a request, in place of the one with which it was admitted: all of them, or where they
   * are not free none at all.
   */
  async takeInstead(
    context: CallContext,
    claimant: Claimant,
    { tenant }: PrincipalState,
    allowance: Allowance,
    units: number,
  ): Promise<Allowance> {
    const { clientId } = claimant;
    try {
      return await this.#leased.takeInstead(context, { tenant: tenant.number, clientId }, allowance, units);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.#limiter.takeInsuredInstead(leaseKeys.log(tenant.number, clientId), allowance, units);
    }
  }

  /** The state as control has it now, for a request that was admitted on an older state. It takes no unit. */
  async reload(context: CallContext, claimant: Claimant): Promise<PrincipalState> {
    const state = await this.#load(context, claimant);
    await this.#refuseStale(context, claimant, state);
    return state;
  }

  async #admitLeased(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted> {
    const { clientId, epoch } = claimant;
    let known = this.#known.get(clientId) ?? (await this.#loadShared(context, claimant)).state;
    let userId = known.user.id;
    let fill: Fill | undefined;
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const request = {
        tenant: known.tenant.number,
        clientId,
        userId,
        epoch,
        // A caller with a revoked token must not use up its client's limit.
        units: isRevoked(claimant, known.client) ? 0 : units,
        versions: versionsOf(known, userId),
      };
      const answer: LeaseAnswer = await this.#leased.admit(context, request, deadline, fill);
      fill = undefined;
      if (answer.outcome === 'again') {
        userId = answer.userId;
      } else if (answer.outcome === 'load') {
        const loaded = await this.#loadShared(context, claimant, answer.missedAt);
        known = loaded.state;
        userId = known.user.id;
        fill = loaded.missedAt === undefined ? undefined : { missedAt: loaded.missedAt, leases: leasesOf(known) };
      } else {
        const state = this.#remember(claimant, known, answer.states);
        const pending = this.#refuseStale(context, claimant, state);
        if (pending) {
          await pending;
        }
        if (answer.outcome === 'refused') {
          throw new AppError('token_invalid', tokenInvalid);
        }
        return { state, allowance: answer.allowance };
      }
    }
    throw new RedisAway('the state did not settle');
  }

  async #admitFromControl(context: CallContext, claimant: Claimant, units: number): Promise<Admitted> {
    const state = await this.#load(context, claimant);
    await this.#refuseStale(context, claimant, state);
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

  /** A promise only for a client with more revoked tokens than its state lists, so that no other request waits here. */
  #refuseStale(context: CallContext, claimant: Claimant, state: PrincipalState): Promise<void> | undefined {
    const standing = standingOf(claimant, state);
    if (standing === 'disabled') {
      throw new AppError('client_disabled', clientDisabled);
    }
    if (standing === 'dead') {
      throw new AppError('token_invalid', tokenInvalid);
    }
    return standing === 'unlisted' ? this.#refuseRevoked(context, claimant) : undefined;
  }

  async #refuseRevoked(context: CallContext, { tokenId }: Claimant): Promise<void> {
    if (await this.#store.isRevoked(context, tokenId)) {
      throw new AppError('token_invalid', tokenInvalid);
    }
  }

  /**
   * One read serves all requests that miss at the same time. It carries the miss of the request that began it: a state
   * that was read before a later miss must not get into Redis as if it had been read after that miss.
   */
  #loadShared(context: CallContext, claimant: Claimant, missedAt?: string): Promise<Loaded> {
    const running = this.#loading.get(claimant.clientId);
    if (running) {
      return running;
    }
    const loading = this.#load(context, claimant)
      .then((state) => ({ state, missedAt }))
      .finally(() => this.#loading.delete(claimant.clientId));
    this.#loading.set(claimant.clientId, loading);
    return loading;
  }

  /** Redis sends only parts whose version is not the known one; all other parts stay as they were parsed. */
  #remember({ clientId }: Claimant, known: PrincipalState, states: LeasedStates): PrincipalState {
    if (states.tenant === '' && states.client === '' && states.user === '') {
      this.#known.set(clientId, known);
      return known;
    }
    const state = {
      tenant: states.tenant === '' ? known.tenant : (JSON.parse(states.tenant) as TenantState),
      client: states.client === '' ? known.client : readClientState(states.client),
      user: states.user === '' ? known.user : (JSON.parse(states.user) as UserState),
    };
    this.#known.set(clientId, state);
    return state;
  }
}

/** A state from control, with the time of the miss in Redis that it was read for. */
interface Loaded {
  readonly state: PrincipalState;
  readonly missedAt: string | undefined;
}

function versionsOf({ tenant, client, user }: PrincipalState, userId: string): StateVersions {
  return { tenant: tenant.version, client: client.version, user: user.id === userId ? user.version : 0 };
}

const clientDisabled =
  'The API client or its RunAs user is disabled; ask the operator of the CRM to enable it, then request a new token.';
const tokenInvalid = 'The access token is not valid any more; request a new one at /connect/token.';
const attemptsMax = 5;
