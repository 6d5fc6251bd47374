import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import { leaseKeys, type Allowance, type LeaseAnswer, type LeasedStates, type Limiter } from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import type { ActingState } from '../principal-state.ts';
import type { Standing } from './standing.ts';

export interface Admitted<State extends ActingState = ActingState> {
  readonly state: State;
  readonly allowance: Allowance;
}

/** The differences between clients and persons at admission. */
export interface PrincipalKind<Claimant, State extends ActingState> {
  /** The name under which the state is kept and the units are counted. */
  keyOf(claimant: Claimant): string;
  find(context: CallContext, claimant: Claimant): Promise<State | undefined>;
  standingOf(claimant: Claimant, state: State): Standing;
  /** Whether the state lists the token as ended. Its caller must not use up the limit. */
  isEnded(claimant: Claimant, state: State): boolean;
  /** Asks control about a token that the state does not list. */
  isEndedInControl(context: CallContext, claimant: Claimant): Promise<boolean>;
  limitOf(state: State): number;
  /** Asks Redis, with the user that was last seen where the kind has one that may change. */
  ask(context: CallContext, request: LeaseRequest<Claimant, State>, deadline: Deadline): Promise<LeaseAnswer>;
  /** The state with the parts that Redis sent. */
  read(known: State, states: LeasedStates): State;
}

export interface LeaseRequest<Claimant, State> {
  readonly claimant: Claimant;
  readonly known: State;
  readonly userId: string;
  readonly units: number;
  /** The time of the miss for which `known` was read; undefined where Redis need not get it. */
  readonly missedAt: string | undefined;
}

/**
 * Admits requests. The state of the principal and the unit of the rate limit come from Redis in one round trip. A state
 * that Redis lacks comes from control. While Redis is away, the state comes from control, the unit from this process.
 */
export class PrincipalAdmission<Claimant, State extends ActingState> {
  readonly #kind: PrincipalKind<Claimant, State>;
  readonly #limiter: Limiter;
  readonly #known = new LeastRecentlyUsed<string, State>(20_000);
  readonly #loading = new Map<string, Promise<Loaded<State>>>();

  constructor(kind: PrincipalKind<Claimant, State>, limiter: Limiter) {
    this.#kind = kind;
    this.#limiter = limiter;
  }

  /** Throws 401 if the state rejects the token. The allowance says whether the units were free. */
  async admit(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted<State>> {
    try {
      return await this.#admitLeased(context, claimant, units, deadline);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.#admitFromControl(context, claimant, units);
    }
  }

  /** The state as control has it now, for a request that was admitted on an older state. It takes no unit. */
  async reload(context: CallContext, claimant: Claimant): Promise<State> {
    const state = await this.#load(context, claimant);
    await this.#refuseStale(context, claimant, state);
    return state;
  }

  async #admitLeased(
    context: CallContext,
    claimant: Claimant,
    units: number,
    deadline: Deadline,
  ): Promise<Admitted<State>> {
    const kind = this.#kind;
    let known = this.#known.get(kind.keyOf(claimant)) ?? (await this.#loadShared(context, claimant)).state;
    let userId = known.user.id;
    let missedAt: string | undefined;
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const asked = kind.isEnded(claimant, known) ? 0 : units;
      const answer = await kind.ask(context, { claimant, known, userId, units: asked, missedAt }, deadline);
      missedAt = undefined;
      if (answer.outcome === 'again') {
        userId = answer.userId;
      } else if (answer.outcome === 'load') {
        const loaded = await this.#loadShared(context, claimant, answer.missedAt);
        known = loaded.state;
        userId = known.user.id;
        missedAt = loaded.missedAt;
      } else {
        const state = this.#remember(claimant, known, answer.states);
        const pending = this.#refuseStale(context, claimant, state);
        if (pending) {
          await pending;
        }
        if (answer.outcome === 'refused') {
          throw tokenInvalid();
        }
        return { state, allowance: answer.allowance };
      }
    }
    throw new RedisAway('the state did not settle');
  }

  async #admitFromControl(context: CallContext, claimant: Claimant, units: number): Promise<Admitted<State>> {
    const state = await this.#load(context, claimant);
    await this.#refuseStale(context, claimant, state);
    const key = leaseKeys.log(state.tenant.number, this.#kind.keyOf(claimant));
    return { state, allowance: await this.#limiter.takeInsured(key, this.#kind.limitOf(state), units) };
  }

  async #load(context: CallContext, claimant: Claimant): Promise<State> {
    const state = await this.#kind.find(context, claimant);
    if (state === undefined) {
      throw tokenInvalid();
    }
    return state;
  }

  /** A promise only for a principal with more ended tokens than its state lists, so that no other request waits here. */
  #refuseStale(context: CallContext, claimant: Claimant, state: State): Promise<void> | undefined {
    const standing = this.#kind.standingOf(claimant, state);
    if (standing === 'disabled') {
      throw new AppError('client_disabled', clientDisabled);
    }
    if (standing === 'dead') {
      throw tokenInvalid();
    }
    return standing === 'unlisted' ? this.#refuseEnded(context, claimant) : undefined;
  }

  async #refuseEnded(context: CallContext, claimant: Claimant): Promise<void> {
    if (await this.#kind.isEndedInControl(context, claimant)) {
      throw tokenInvalid();
    }
  }

  /**
   * One read serves all requests that miss at the same time. It carries the miss of the request that began it: a state
   * that was read before a later miss must not get into Redis as if it had been read after that miss.
   */
  #loadShared(context: CallContext, claimant: Claimant, missedAt?: string): Promise<Loaded<State>> {
    const key = this.#kind.keyOf(claimant);
    const running = this.#loading.get(key);
    if (running) {
      return running;
    }
    const loading = this.#load(context, claimant)
      .then((state) => ({ state, missedAt }))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  /** Redis sends only parts whose version is not the known one; all other parts stay as they were parsed. */
  #remember(claimant: Claimant, known: State, states: LeasedStates): State {
    const isKnown = states.tenant === '' && states.client === '' && states.user === '';
    const state = isKnown ? known : this.#kind.read(known, states);
    this.#known.set(this.#kind.keyOf(claimant), state);
    return state;
  }
}

/** A state from control, with the time of the miss in Redis that it was read for. */
interface Loaded<State> {
  readonly state: State;
  readonly missedAt: string | undefined;
}

function tokenInvalid(): AppError {
  return new AppError('token_invalid', 'The access token is not valid any more; request a new one at /connect/token.');
}

const clientDisabled =
  'The API client or its RunAs user is disabled; ask the operator of the CRM to enable it, then request a new token.';
const attemptsMax = 5;
