import type { CallContext } from '@rapport/kernel';
import { script, type Deadline, type Redis } from '@rapport/redis';
import { admitPersonScript } from './admit-person-script.ts';
import { admitScript } from './admit-script.ts';
import type { Allowance } from './allowance.ts';
import { clockScript } from './clock-script.ts';
import { leaseScript } from './lease-script.ts';
import {
  clientFields,
  leaseKeys,
  tenantFields,
  userFields,
  type Leases,
  type LeaseVersion,
  type PersonLeases,
} from './leases.ts';
import { windowScript } from './window-script.ts';

export interface AdmissionRequest {
  readonly tenant: number;
  readonly clientId: string;
  /** The RunAs user that this process last saw. The script answers with the right one when it has changed. */
  readonly userId: string;
  /** The epoch of the token. A token of another epoch is refused and takes no unit. */
  readonly epoch: number;
  readonly units: number;
  /** The versions of the states that this process knows, 0 where it knows none. Redis sends other versions alone. */
  readonly versions: StateVersions;
}

/** A request of a person, whose limit is the tenant's and at least one of the surface's own. */
export interface PersonRequest {
  readonly tenant: number;
  readonly userId: string;
  /** The epoch of the token. A token of another epoch is refused and takes no unit. */
  readonly epoch: number;
  readonly units: number;
  readonly limitMin: number;
  readonly versions: Pick<StateVersions, 'tenant' | 'user'>;
}

export interface StateVersions {
  readonly tenant: LeaseVersion;
  readonly client: number;
  readonly user: number;
}

/** The states that the process read from the database because Redis lacked them, with Redis's time of that miss. */
export interface Fill<L = Leases> {
  readonly missedAt: string;
  readonly leases: L;
}

export type LeaseAnswer =
  | { readonly outcome: 'load'; readonly missedAt: string }
  | { readonly outcome: 'again'; readonly userId: string }
  | { readonly outcome: 'refused'; readonly states: LeasedStates }
  | { readonly outcome: 'counted'; readonly states: LeasedStates; readonly allowance: Allowance };

/** The states as JSON. A text is empty where the caller knows the live state. */
export interface LeasedStates {
  readonly tenant: string;
  readonly client: string;
  readonly user: string;
}

/** Reads the states that can deny a request and takes its units of the limit, in one round trip. */
export class LeasedLimiter {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async admit(context: CallContext, request: AdmissionRequest, deadline: Deadline, fill?: Fill): Promise<LeaseAnswer> {
    const { tenant, clientId, userId, versions } = request;
    const keys = [
      leaseKeys.tenant(tenant),
      leaseKeys.client(tenant, clientId),
      leaseKeys.user(tenant, userId),
      leaseKeys.log(tenant, clientId),
      leaseKeys.cells(tenant, clientId),
    ];
    const known = [versions.tenant, versions.client, versions.user].map(String);
    const args = [String(request.units), String(request.epoch), ...known, ...(fill ? fillArguments(fill) : [])];
    return readAnswer((await this.#redis.run(context, admitScript, keys, args, deadline)) as Answer);
  }

  async admitPerson(
    context: CallContext,
    { tenant, userId, epoch, units, limitMin, versions }: PersonRequest,
    deadline: Deadline,
    fill?: Fill<PersonLeases>,
  ): Promise<LeaseAnswer> {
    const keys = [
      leaseKeys.tenant(tenant),
      leaseKeys.user(tenant, userId),
      leaseKeys.log(tenant, userId),
      leaseKeys.cells(tenant, userId),
    ];
    const args = [units, epoch, limitMin, versions.tenant, versions.user].map(String);
    if (fill) {
      args.push(fill.missedAt, ...tenantFields(fill.leases.tenant), ...userFields(fill.leases.user));
    }
    return readAnswer((await this.#redis.run(context, admitPersonScript, keys, args, deadline)) as Answer);
  }

  /** Takes units in place of the single one of an allowance: all of them, or where they are not free none at all. */
  async takeInstead(
    context: CallContext,
    tenant: number,
    callerId: string,
    { limit, receipt = '' }: Allowance,
    units: number,
  ): Promise<Allowance> {
    const keys = [leaseKeys.log(tenant, callerId), leaseKeys.cells(tenant, callerId)];
    const answer = await this.#redis.run(context, takeInsteadScript, keys, [String(limit), receipt, String(units)]);
    const [isTaken, remaining, waitMs] = answer as [number, number, number];
    return { isTaken: isTaken === 1, limit, remaining, waitMs };
  }

  /** Writes to Redis what a change has written to the database. It throws RedisAway when that is not certain. */
  async publish(context: CallContext, key: string, fields: string[], deadline?: Deadline): Promise<void> {
    await this.#redis.run(context, publishScript, [key], fields, deadline);
  }
}

type Answer = [
  status: string,
  at: string,
  tenant?: string,
  client?: string,
  user?: string,
  limit?: number,
  taken?: [number, number, number, string | undefined],
];

function readAnswer([outcome, detail, tenant, client, user, limit, taken]: Answer): LeaseAnswer {
  if (outcome === 'load') {
    return { outcome, missedAt: detail };
  }
  if (outcome === 'again') {
    return { outcome, userId: detail };
  }
  const states = { tenant: tenant ?? '', client: client ?? '', user: user ?? '' };
  if (taken === undefined || limit === undefined) {
    return { outcome: 'refused', states };
  }
  return {
    outcome: 'counted',
    states,
    allowance: { isTaken: taken[0] === 1, limit, remaining: taken[1], waitMs: taken[2], receipt: taken[3] },
  };
}

function fillArguments({ missedAt, leases }: Fill): string[] {
  return [missedAt, ...tenantFields(leases.tenant), ...clientFields(leases.client), ...userFields(leases.user)];
}

/** KEYS log, cells. ARGV limit, the receipt of the single unit or an empty text, units. */
const takeInsteadScript = script(
  'take_instead',
  `${clockScript}${windowScript}
local limit = tonumber(ARGV[1])
if ARGV[2] ~= '' then
  giveBack(KEYS[1], KEYS[2], limit, ARGV[2])
end
return take(KEYS[1], KEYS[2], limit, tonumber(ARGV[3]), micros())`,
);

/** KEYS the lease. ARGV version, state and its fields. */
const publishScript = script(
  'publish',
  `${clockScript}${leaseScript}\nreturn lease(micros(), KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])`,
);
