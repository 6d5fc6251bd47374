import type { CallContext } from '@rapport/kernel';
import type { LeaseAnswer, LeasedLimiter, LeasedStates } from '@rapport/rate-limit';
import type { Deadline } from '@rapport/redis';
import type { LeaseRequest, PrincipalKind } from './principal-admission.ts';
import {
  leasesOf,
  versionsOf,
  type ClientState,
  type PrincipalState,
  type TenantState,
  type UserState,
} from '../principal-state.ts';
import type { PrincipalStore } from '../principal-store.ts';
import { isRevoked, standingOf, type ClientClaimant, type Standing } from './standing.ts';

/** API clients: the state has the RunAs user too, and units count into the client's limit. */
export class ClientKind implements PrincipalKind<ClientClaimant, PrincipalState> {
  readonly #leased: LeasedLimiter;
  readonly #store: PrincipalStore;

  constructor(leased: LeasedLimiter, store: PrincipalStore) {
    this.#leased = leased;
    this.#store = store;
  }

  keyOf({ clientId }: ClientClaimant): string {
    return clientId;
  }

  find(context: CallContext, { clientId }: ClientClaimant): Promise<PrincipalState | undefined> {
    return this.#store.find(context, clientId);
  }

  standingOf(claimant: ClientClaimant, state: PrincipalState): Standing {
    return standingOf(claimant, state);
  }

  isEnded(claimant: ClientClaimant, { client }: PrincipalState): boolean {
    return isRevoked(claimant, client);
  }

  isEndedInControl(context: CallContext, { tokenId }: ClientClaimant): Promise<boolean> {
    return this.#store.isRevoked(context, tokenId);
  }

  limitOf({ tenant }: PrincipalState): number {
    return tenant.requestsPerMinute;
  }

  ask(
    context: CallContext,
    { claimant, known, userId, units, missedAt }: LeaseRequest<ClientClaimant, PrincipalState>,
    deadline: Deadline,
  ): Promise<LeaseAnswer> {
    const { clientId, epoch } = claimant;
    const { tenant, client, user } = known;
    const versions = {
      ...versionsOf(known),
      client: client.version,
      ...(user.id !== userId && { user: 0 }),
    };
    const fill = missedAt === undefined ? undefined : { missedAt, leases: leasesOf(known) };
    const request = { tenant: tenant.number, clientId, userId, epoch, units, versions };
    return this.#leased.admit(context, request, deadline, fill);
  }

  read(known: PrincipalState, states: LeasedStates): PrincipalState {
    return {
      tenant: states.tenant === '' ? known.tenant : (JSON.parse(states.tenant) as TenantState),
      client: states.client === '' ? known.client : (JSON.parse(states.client) as ClientState),
      user: states.user === '' ? known.user : (JSON.parse(states.user) as UserState),
    };
  }
}
