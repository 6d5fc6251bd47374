/**
 * A version of a state, or the one of a tenant and that of its plan behind it, of which each may change without the other:
 * 7 or 7.3.
 */
export type LeaseVersion = number | `${number}.${number}`;

/** A copy of a state that Redis holds for two seconds. `state` is its JSON; the script reads the other members. */
interface Lease {
  readonly version: LeaseVersion;
  readonly state: string;
}

export interface TenantLease extends Lease {
  readonly limit: number;
}

export interface ClientLease extends Lease {
  readonly userId: string;
  readonly epoch: number;
  readonly isActive: boolean;
}

export interface UserLease extends Lease {
  readonly isActive: boolean;
  readonly epoch: number;
}

export interface Leases {
  readonly tenant: TenantLease;
  readonly client: ClientLease;
  readonly user: UserLease;
}

/** The leases that decide about a person, who has no client. */
export type PersonLeases = Pick<Leases, 'tenant' | 'user'>;

/** All keys of a tenant lie in one slot, so that one script reaches them on a cluster too. */
export const leaseKeys = {
  tenant: (tenant: number) => `{t${tenant}}:tenant`,
  client: (tenant: number, clientId: string) => `{t${tenant}}:client:${clientId}`,
  user: (tenant: number, userId: string) => `{t${tenant}}:user:${userId}`,
  /** The units of the limit that a client, or a person by the id of the user, has used up. */
  log: (tenant: number, callerId: string) => `{t${tenant}}:log:${callerId}`,
  cells: (tenant: number, callerId: string) => `{t${tenant}}:cells:${callerId}`,
} as const;

export function tenantFields(lease: TenantLease): string[] {
  return [String(lease.version), lease.state, String(lease.limit)];
}

export function clientFields(lease: ClientLease): string[] {
  return [String(lease.version), lease.state, lease.userId, String(lease.epoch), flag(lease.isActive)];
}

export function userFields(lease: UserLease): string[] {
  return [String(lease.version), lease.state, flag(lease.isActive), String(lease.epoch)];
}

function flag(value: boolean): string {
  return value ? '1' : '0';
}
