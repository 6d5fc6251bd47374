import { LeastRecentlyUsed, newId, type CallContext } from '@rapport/kernel';
import { RedisAway, script, type Redis } from '@rapport/redis';
import type { Metrics } from '@rapport/telemetry';
import { clockScript } from './clock-script.ts';

export interface LoggedFailure {
  /** The name under which the failure is kept; undefined if there are too many already. */
  readonly receipt: string | undefined;
  /** Until the oldest failure leaves the window. */
  readonly waitMs: number;
}

/**
 * Counts failures of a key in a window of any length, exactly and over all processes. Each process also counts what it
 * sees itself, and goes by that while Redis is away, so that no limit is ever open.
 */
export class FailureLog {
  readonly #redis: Redis;
  readonly #seen: LeastRecentlyUsed<string, readonly Seen[]>;
  readonly #countInsured: () => void;

  constructor(redis: Redis, metrics: Metrics, keysMax = 100_000) {
    this.#redis = redis;
    this.#seen = new LeastRecentlyUsed(keysMax);
    const insured = metrics.counter({
      name: 'failure_log_insured_total',
      help: 'Failures that were counted in the process alone because Redis was away.',
    });
    this.#countInsured = () => insured.inc();
  }

  /** Keeps a failure, unless the key has `max` of them in the window. `key` holds its hash tag. */
  async take(context: CallContext, key: string, max: number, windowMs: number): Promise<LoggedFailure> {
    const receipt = newId();
    try {
      const answer = await this.#redis.run(
        context,
        takeScript,
        [failuresKey(key)],
        [String(max), String(windowMs), receipt],
      );
      const [isTaken, waitMs] = answer as [number, number];
      return isTaken === 1 ? this.#see(key, receipt, windowMs) : { receipt: undefined, waitMs };
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.#takeInsured(key, receipt, max, windowMs);
    }
  }

  async giveBack(context: CallContext, key: string, receipt: string): Promise<void> {
    this.#seen.set(
      key,
      this.#recent(key).filter((seen) => seen.receipt !== receipt),
    );
    await this.#runIfThere(context, giveBackScript, key, [receipt]);
  }

  async clear(context: CallContext, key: string): Promise<void> {
    this.#seen.set(key, []);
    await this.#runIfThere(context, clearScript, key, []);
  }

  #takeInsured(key: string, receipt: string, max: number, windowMs: number): LoggedFailure {
    this.#countInsured();
    const recent = this.#recent(key);
    const oldest = recent[recent.length - max];
    return oldest
      ? { receipt: undefined, waitMs: Math.ceil(oldest.until - performance.now()) }
      : this.#see(key, receipt, windowMs);
  }

  #see(key: string, receipt: string, windowMs: number): LoggedFailure {
    this.#seen.set(key, [...this.#recent(key), { receipt, until: performance.now() + windowMs }]);
    return { receipt, waitMs: windowMs };
  }

  #recent(key: string): readonly Seen[] {
    const now = performance.now();
    return this.#seen.get(key)?.filter(({ until }) => until > now) ?? [];
  }

  /** A count that Redis keeps too long while it is away leaves with its window. */
  async #runIfThere(context: CallContext, what: ReturnType<typeof script>, key: string, args: string[]): Promise<void> {
    try {
      await this.#redis.run(context, what, [failuresKey(key)], args);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
    }
  }
}

/** The name in Redis of what is counted under a key. */
export function failuresKey(key: string): string {
  return `${key}:failures`;
}

interface Seen {
  readonly receipt: string;
  readonly until: number;
}

// A failure from the future shows that the clock went back, so the age of none is known, and all are forgotten.
const takeScript = script(
  'failure',
  `${clockScript}
local key, max, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000
local us = micros()
local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')[2]
if newest and tonumber(newest) > us then
  redis.call('DEL', key)
end
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', us - window))
local used = redis.call('ZCARD', key)
if used >= max then
  local oldest = redis.call('ZRANGE', key, used - max, used - max, 'WITHSCORES')[2]
  return { 0, math.ceil((oldest + window - us) / 1000) }
end
redis.call('ZADD', key, string.format('%.0f', us), ARGV[3])
redis.call('PEXPIRE', key, ARGV[2])
return { 1, 0 }`,
);

const giveBackScript = script('failure_give_back', `redis.call('ZREM', KEYS[1], ARGV[1])`);

const clearScript = script('failure_clear', `redis.call('DEL', KEYS[1])`);
