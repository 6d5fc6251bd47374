import type { CallContext } from '@rapport/kernel';
import type { LeaseAnswer, LeasedLimiter, LeasedStates } from '@rapport/rate-limit';
import type { Deadline } from '@rapport/redis';
import type { LeaseRequest, PrincipalKind } from './principal-admission.ts';
import { personLeasesOf, versionsOf, type PersonState, type TenantState, type UserState } from '../principal-state.ts';
import type { PrincipalStore } from '../principal-store.ts';
import { isEnded, personStandingOf, type PersonClaimant, type Standing } from './standing.ts';

/** Persons who signed in: tenant and user decide, and each user has a limit of its own. */
export class PersonKind implements PrincipalKind<PersonClaimant, PersonState> {
  readonly #leased: LeasedLimiter;
  readonly #store: PrincipalStore;

  constructor(leased: LeasedLimiter, store: PrincipalStore) {
    this.#leased = leased;
    this.#store = store;
  }

  keyOf({ userId }: PersonClaimant): string {
    return userId;
  }

  find(context: CallContext, { userId }: PersonClaimant): Promise<PersonState | undefined> {
    return this.#store.findPerson(context, userId);
  }

  standingOf(claimant: PersonClaimant, state: PersonState): Standing {
    return personStandingOf(claimant, state);
  }

  isEnded(claimant: PersonClaimant, { user }: PersonState): boolean {
    return isEnded(claimant, user);
  }

  isEndedInControl(context: CallContext, { tokenId, sessionId }: PersonClaimant): Promise<boolean> {
    return this.#store.isEnded(context, [tokenId, sessionId]);
  }

  limitOf({ tenant }: PersonState): number {
    return Math.max(tenant.requestsPerMinute, requestsPerMinuteMin);
  }

  ask(
    context: CallContext,
    { claimant, known, units, missedAt }: LeaseRequest<PersonClaimant, PersonState>,
    deadline: Deadline,
  ): Promise<LeaseAnswer> {
    const { tenant } = known;
    const request = {
      tenant: tenant.number,
      userId: claimant.userId,
      epoch: claimant.epoch,
      units,
      limitMin: requestsPerMinuteMin,
      versions: versionsOf(known),
    };
    const fill = missedAt === undefined ? undefined : { missedAt, leases: personLeasesOf(known) };
    return this.#leased.admitPerson(context, request, deadline, fill);
  }

  read(known: PersonState, states: LeasedStates): PersonState {
    return {
      tenant: states.tenant === '' ? known.tenant : (JSON.parse(states.tenant) as TenantState),
      client: null,
      user: states.user === '' ? known.user : (JSON.parse(states.user) as UserState),
    };
  }
}

/** A person may always ask so often; where the tenant's own limit is higher, it takes this one's place. */
const requestsPerMinuteMin = 1_200;
