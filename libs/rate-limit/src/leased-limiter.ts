import type { CallContext } from '@rapport/kernel';
import { script, type Deadline, type Redis } from '@rapport/redis';
import type { Allowance } from './allowance.ts';
import { clockScript } from './clock-script.ts';
import { leaseScript } from './lease-script.ts';
import { clientFields, leaseKeys, tenantFields, userFields, type Leases } from './leases.ts';
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

export interface StateVersions {
  readonly tenant: number;
  readonly client: number;
  readonly user: number;
}

/** The states that the process read from the database because Redis lacked them, with Redis's time of that miss. */
export interface Fill {
  readonly missedAt: string;
  readonly leases: Leases;
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

  /** Takes units in place of the single one of an allowance: all of them, or where they are not free none at all. */
  async takeInstead(
    context: CallContext,
    { tenant, clientId }: Pick<AdmissionRequest, 'tenant' | 'clientId'>,
    { limit, receipt = '' }: Allowance,
    units: number,
  ): Promise<Allowance> {
    const keys = [leaseKeys.log(tenant, clientId), leaseKeys.cells(tenant, clientId)];
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

/**
 * KEYS tenant, client, user, log, cells. ARGV units, epoch, the three known versions, then a fill: the time of its miss
 * and the fields of the three leases. The script ignores a fill that comes later than 500 ms after its miss, because a
 * change may have been published and forgotten meanwhile. It ignores a fill whose miss lies in the future too: the
 * clock went back, so the age of the fill is not known.
 */
const admitScript = script(
  'admit',
  `${clockScript}${windowScript}${leaseScript}
local function unlessKnown(state, version, known)
  return version == known and '' or state
end

local us = micros()
local declaredUser = string.match(KEYS[3], ':user:(.*)$')
local fillAge = us - (tonumber(ARGV[6]) or 0)
if fillAge >= 0 and fillAge <= 500000 then
  lease(us, KEYS[1], ARGV[7], ARGV[8], ARGV[9])
  lease(us, KEYS[2], ARGV[10], ARGV[11], ARGV[12], ARGV[13], ARGV[14])
  if ARGV[12] == declaredUser then
    lease(us, KEYS[3], ARGV[15], ARGV[16], ARGV[17])
  end
end
local tenant = redis.call('HMGET', KEYS[1], 's', 'v', 'a', 't')
local client = redis.call('HMGET', KEYS[2], 's', 'v', 'a', 'b', 'c', 't')
if not holds(tenant[4], us) or not holds(client[6], us) then
  return { 'load', string.format('%.0f', us) }
end
if client[3] ~= declaredUser then
  return { 'again', client[3] }
end
local user = redis.call('HMGET', KEYS[3], 's', 'v', 'a', 't')
if not holds(user[4], us) then
  return { 'load', string.format('%.0f', us) }
end
local answer = {
  'refused', '', unlessKnown(tenant[1], tenant[2], ARGV[3]), unlessKnown(client[1], client[2], ARGV[4]), unlessKnown(user[1], user[2], ARGV[5])
}
if client[5] == '1' and user[3] == '1' and client[4] == ARGV[2] then
  local limit = tonumber(tenant[3])
  answer[1], answer[6], answer[7] = 'counted', limit, take(KEYS[4], KEYS[5], limit, tonumber(ARGV[1]), us)
end
return answer
`,
);

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
