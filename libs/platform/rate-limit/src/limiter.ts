import type { CallContext } from '@rapport/kernel';
import { RedisAway, script, type Deadline, type Redis } from '@rapport/redis';
import type { Metrics } from '@rapport/telemetry';
import type { Allowance } from './allowance.ts';
import { clockScript } from './clock-script.ts';
import { Insurance } from './insurance.ts';
import { windowScript } from './window-script.ts';

/**
 * Limits a key to so many units in any sixty seconds. The limit is exact over all processes while Redis is there. While
 * it is away, its last answer counts on in each process.
 */
export class Limiter {
  readonly #redis: Redis;
  readonly #insurance = new Insurance();
  readonly #countInsured: () => void;

  constructor(redis: Redis, metrics: Metrics) {
    this.#redis = redis;
    const insured = metrics.counter({
      name: 'ratelimit_insured_total',
      help: 'Requests whose limit was counted in the process because Redis was away.',
    });
    this.#countInsured = () => insured.inc();
  }

  /** `key` holds its hash tag, so that log and cells share a slot. Asked for no units, it only says what is left. */
  async take(
    context: CallContext,
    key: string,
    limit: number,
    units = 1,
    deadline: Deadline = this.#redis.deadline(),
  ): Promise<Allowance> {
    try {
      const answer = await this.#redis.run(
        context,
        takeScript,
        [`${key}:log`, `${key}:cells`],
        [String(limit), String(units)],
        deadline,
      );
      const [isTaken, remaining, waitMs, receipt] = answer as [number, number, number, string | undefined];
      const allowance = { isTaken: isTaken === 1, limit, remaining, waitMs, receipt };
      this.#insurance.note(key, allowance);
      return allowance;
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
      return this.takeInsured(key, limit, units);
    }
  }

  /** Gives back a unit for which the caller got nothing. Where Redis went away meanwhile, it stays taken there. */
  async giveBack(context: CallContext, key: string, { limit, receipt }: Allowance): Promise<void> {
    if (receipt === undefined) {
      await this.#insurance.giveBack(key);
      return;
    }
    try {
      await this.#redis.run(context, giveBackScript, [`${key}:log`, `${key}:cells`], [String(limit), receipt]);
    } catch (error) {
      if (!(error instanceof RedisAway)) {
        throw error;
      }
    }
  }

  /** Takes units of this process in place of a single one, which this process or Redis counted. */
  async takeInsuredInstead(key: string, { limit, receipt }: Allowance, units: number): Promise<Allowance> {
    if (receipt === undefined) {
      await this.#insurance.giveBack(key);
    }
    return this.takeInsured(key, limit, units);
  }

  /** Counts in this process alone. */
  async takeInsured(key: string, limit: number, units: number): Promise<Allowance> {
    this.#countInsured();
    return this.#insurance.take(key, limit, units);
  }
}

const takeScript = script(
  'take',
  `${clockScript}${windowScript}\nreturn take(KEYS[1], KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2]), micros())`,
);

const giveBackScript = script('give_back', `${windowScript}\ngiveBack(KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2])`);
