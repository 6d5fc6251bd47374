import type { ClientLease, Leases, TenantLease, UserLease } from '@rapport/rate-limit';
import type { DataScope } from './permissions.ts';

/** What can deny a request, as control has it. Each part carries the version that rises with every change of it. */
export interface TenantState {
  readonly id: string;
  readonly number: number;
  readonly cell: string;
  readonly version: number;
  readonly state: 'provisioning' | 'active' | 'suspended';
  readonly publicApi: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
}

export interface ClientState {
  readonly id: string;
  readonly clientId: string;
  readonly version: number;
  readonly userId: string;
  readonly isActive: boolean;
  readonly epoch: number;
  readonly scopes: readonly string[];
  /** Rises with the client's RunAs user, which stands beside it. */
  readonly viewNumber: number;
  /** The ids of its tokens that were revoked and have not run out, or `many` where control alone holds them all. */
  readonly revoked: readonly string[] | 'many';
}

export interface UserState {
  readonly id: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly dataScope: DataScope;
  readonly teamId: string | null;
  readonly permissions: readonly string[];
  /** Rises with the data scope, the read permissions and, where the scope is team, the team, which stand beside it. */
  readonly viewNumber: number;
}

export interface PrincipalState {
  readonly tenant: TenantState;
  readonly client: ClientState;
  readonly user: UserState;
}

export function leasesOf({ tenant, client, user }: PrincipalState): Leases {
  return { tenant: tenantLease(tenant), client: clientLease(client), user: userLease(user) };
}

export function tenantLease(tenant: TenantState): TenantLease {
  return { version: tenant.version, state: JSON.stringify(tenant), limit: tenant.requestsPerMinute };
}

export function clientLease(client: ClientState): ClientLease {
  const { version, userId, epoch, isActive } = client;
  return { version, state: JSON.stringify(client), userId, epoch, isActive };
}

/** The state as a lease holds it. One that was put there by the release before lists no revoked tokens, which does not mean that there are none. */
export function readClientState(text: string): ClientState {
  return { revoked: 'many', ...(JSON.parse(text) as Omit<ClientState, 'revoked'>) };
}

export function userLease(user: UserState): UserLease {
  return { version: user.version, state: JSON.stringify(user), isActive: user.isActive };
}
