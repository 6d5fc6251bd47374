import type { CallContext } from '@rapport/kernel';
import { script, type Deadline, type Redis } from '@rapport/redis';
import type { Allowance } from './allowance.ts';
import { leaseScript } from './lease-script.ts';
import { clientFields, leaseKeys, tenantFields, userFields, type Leases } from './leases.ts';
import { windowScript } from './window-script.ts';

export interface AdmissionRequest {
  readonly tenant: number;
  readonly clientId: string;
  /** The RunAs user that this process last saw; the script names the right one when that has changed. */
  readonly userId: string;
  /** The epoch of the token; a token of another one is refused and takes no unit. */
  readonly epoch: number;
  readonly units: number;
}

/** State that was read from the database because Redis lacked it, with Redis's time of that miss. */
export interface Fill {
  readonly missedAt: string;
  readonly leases: Leases;
}

export type Admission =
  | { readonly outcome: 'load'; readonly missedAt: string }
  | { readonly outcome: 'again'; readonly userId: string }
  | { readonly outcome: 'refused'; readonly states: LeasedStates }
  | { readonly outcome: 'counted'; readonly states: LeasedStates; readonly allowance: Allowance };

export interface LeasedStates {
  readonly tenant: string;
  readonly client: string;
  readonly user: string;
}

/** Reads what can deny a request and takes its units of the limit, in one round trip. */
export class LeasedLimiter {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async admit(context: CallContext, request: AdmissionRequest, deadline: Deadline, fill?: Fill): Promise<Admission> {
    const { tenant, clientId, userId } = request;
    const keys = [
      leaseKeys.tenant(tenant),
      leaseKeys.client(tenant, clientId),
      leaseKeys.user(tenant, userId),
      leaseKeys.log(tenant, clientId),
      leaseKeys.cells(tenant, clientId),
    ];
    const args = [String(request.units), String(request.epoch), ...(fill ? fillArguments(fill) : [])];
    return readAnswer((await this.#redis.run(context, admitScript, keys, args, deadline)) as Answer);
  }

  /** Tells Redis what a change has written to the database. Throws RedisAway when that is not certain. */
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
  taken?: [number, number, number],
];

function readAnswer([outcome, detail, tenant, client, user, limit, taken]: Answer): Admission {
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
    allowance: { isTaken: taken[0] === 1, limit, remaining: taken[1], waitMs: taken[2] },
  };
}

function fillArguments({ missedAt, leases }: Fill): string[] {
  return [missedAt, ...tenantFields(leases.tenant), ...clientFields(leases.client), ...userFields(leases.user)];
}

/**
 * KEYS tenant, client, user, log, cells. ARGV units, epoch, then a fill: the time of its miss and the fields of the three leases. A fill
 * that comes later than 500 ms after its miss is not taken: a change may have been published and forgotten meanwhile.
 */
const admitScript = script(
  'admit',
  `${windowScript}${leaseScript}
local us = micros()
if ARGV[3] and us - tonumber(ARGV[3]) <= 500000 then
  lease(KEYS[1], ARGV[4], ARGV[5], ARGV[6])
  lease(KEYS[2], ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11])
  if ARGV[9] == string.match(KEYS[3], ':user:(.*)$') then
    lease(KEYS[3], ARGV[12], ARGV[13], ARGV[14])
  end
end
local tenant = redis.call('HMGET', KEYS[1], 's', 'a')
local client = redis.call('HMGET', KEYS[2], 's', 'a', 'b', 'c')
if not tenant[1] or not client[1] then
  return { 'load', string.format('%.0f', us) }
end
if client[2] ~= string.match(KEYS[3], ':user:(.*)$') then
  return { 'again', client[2] }
end
local user = redis.call('HMGET', KEYS[3], 's', 'a')
if not user[1] then
  return { 'load', string.format('%.0f', us) }
end
if client[4] ~= '1' or user[2] ~= '1' or client[3] ~= ARGV[2] then
  return { 'refused', '', tenant[1], client[1], user[1] }
end
local limit = tonumber(tenant[2])
return { 'counted', '', tenant[1], client[1], user[1], limit, take(KEYS[4], KEYS[5], limit, tonumber(ARGV[1]), us) }
`,
);

/** KEYS the lease. ARGV version, state and its fields. */
const publishScript = script(
  'publish',
  `${leaseScript}\nreturn lease(KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])`,
);
