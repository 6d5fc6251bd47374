import type { DataScope, ShownState, SuspensionReason } from '@rapport/kinds';
import type { ClientLease, Leases, LeaseVersion, PersonLeases, TenantLease, UserLease } from '@rapport/rate-limit';

/** The state of a tenant that can deny a request, as control has it. Its version rises with every change of it, and `planVersion` with every change of its plan. */
export interface TenantState {
  readonly id: string;
  readonly number: number;
  readonly cell: string;
  readonly version: number;
  readonly planVersion: number;
  readonly state: ShownState;
  readonly suspendedFor: readonly SuspensionReason[];
  readonly publicApi: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  /** Whether an owner is verified, or an operator vouched. */
  readonly isVerified: boolean;
  /** Whether its plan allows no more records. */
  readonly isFull: boolean;
}

export interface ClientState {
  readonly id: string;
  readonly clientId: string;
  readonly version: number;
  readonly userId: string;
  readonly isActive: boolean;
  readonly epoch: number;
  readonly scopes: readonly string[];
  /** It rises with each change of the RunAs user. */
  readonly viewNumber: number;
  /** The ids of its tokens that were revoked and have not run out, or `many` if only control lists them all. */
  readonly revoked: readonly string[] | 'many';
}

export interface UserState {
  readonly id: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly isOwner: boolean;
  readonly dataScope: DataScope;
  readonly teamId: string | null;
  readonly permissions: readonly string[];
  /** It rises with each change of the data scope, of the read permissions and, in the scope team, of the team. */
  readonly viewNumber: number;
  /** Each change that ends all access tokens of the user raises it. */
  readonly epoch: number;
  /** The sessions that ended, and the tokens that were revoked, while a token of them can live; or `many` as above. */
  readonly ended: readonly string[] | 'many';
}

/** A client with its RunAs user. */
export interface PrincipalState {
  readonly tenant: TenantState;
  readonly client: ClientState;
  readonly user: UserState;
}

/** A person who signed in; no client acts for that person. */
export interface PersonState {
  readonly tenant: TenantState;
  readonly client: null;
  readonly user: UserState;
}

/** A client or a person, with the user whose rights count. */
export type ActingState = PrincipalState | PersonState;

/** The versions by which Redis knows whether a process has the live states. */
export function versionsOf({ tenant, user }: ActingState) {
  return { tenant: leaseVersion(tenant), user: user.version };
}

export function leasesOf({ tenant, client, user }: PrincipalState): Leases {
  return { tenant: tenantLease(tenant), client: clientLease(client), user: userLease(user) };
}

export function personLeasesOf({ tenant, user }: PersonState): PersonLeases {
  return { tenant: tenantLease(tenant), user: userLease(user) };
}

export function tenantLease(tenant: TenantState): TenantLease {
  return { version: leaseVersion(tenant), state: JSON.stringify(tenant), limit: tenant.requestsPerMinute };
}

export function clientLease(client: ClientState): ClientLease {
  const { version, userId, epoch, isActive } = client;
  return { version, state: JSON.stringify(client), userId, epoch, isActive };
}

export function userLease(user: UserState): UserLease {
  const { version, isActive, epoch } = user;
  return { version, state: JSON.stringify(user), isActive, epoch };
}

function leaseVersion({ version, planVersion }: TenantState): LeaseVersion {
  return `${version}.${planVersion}`;
}
