import type { CallContext } from '@rapport/kernel';
import { leaseKeys, type Allowance, type LeasedLimiter, type Limiter } from '@rapport/rate-limit';
import { RedisAway, type Deadline } from '@rapport/redis';
import { ClientKind } from './client-kind.ts';
import { PersonKind } from './person-kind.ts';
import { PrincipalAdmission, type Admitted } from './principal-admission.ts';
import type { ActingState, PersonState, PrincipalState } from '../principal-state.ts';
import type { PrincipalStore } from '../principal-store.ts';
import type { ClientClaimant, PersonClaimant } from './standing.ts';

export type Claimant = ClientClaimant | PersonClaimant;

/** Admits clients and persons, each by its own state. */
export class Admission {
  readonly #leased: LeasedLimiter;
  readonly #limiter: Limiter;
  readonly #clients: PrincipalAdmission<ClientClaimant, PrincipalState>;
  readonly #persons: PrincipalAdmission<PersonClaimant, PersonState>;

  constructor(leased: LeasedLimiter, limiter: Limiter, store: PrincipalStore) {
    this.#leased = leased;
    this.#limiter = limiter;
    this.#clients = new PrincipalAdmission(new ClientKind(leased, store), limiter);
    this.#persons = new PrincipalAdmission(new PersonKind(leased, store), limiter);
  }

  /** Throws 401 if the state rejects the token. The allowance says whether the units were free. */
  admit(
    context: CallContext,
    claimant: ClientClaimant,
    units: number,
    deadline: Deadline,
  ): Promise<Admitted<PrincipalState>>;
  admit(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted>;
  admit(context: CallContext, claimant: Claimant, units: number, deadline: Deadline): Promise<Admitted> {
    return claimant.kind === 'client'
      ? this.#clients.admit(context, claimant, units, deadline)
      : this.#persons.admit(context, claimant, units, deadline);
  }

  /** The state as control has it now, for a request that was admitted on an older state. It takes no unit. */
  reload(context: CallContext, claimant: ClientClaimant): Promise<PrincipalState>;
  reload(context: CallContext, claimant: Claimant): Promise<ActingState>;
  reload(context: CallContext, claimant: Claimant): Promise<ActingState> {
    return claimant.kind === 'client'
      ? this.#clients.reload(context, claimant)
      : this.#persons.reload(context, claimant);
  }

  /**
   * Takes a unit for each part of a request, in place of the one with which it was admitted: all of them, or where they
   * are not free none at all.
   */
  async takeInstead(
    context: CallContext,
    claimant: Claimant,
    { tenant }: ActingState,
    allowance: Allowance,
    units: number,
  ): Promise<Allowance> {
    const callerId = claimant.kind === 'client' ? claimant.clientId : claimant.userId;
    try {
      return await this.#leased.takeInstead(context, tenant.number, callerId, allowance, units);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.#limiter.takeInsuredInstead(leaseKeys.log(tenant.number, callerId), allowance, units);
    }
  }
}
