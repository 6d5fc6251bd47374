import { LeastRecentlyUsed } from '@rapport/kernel';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Allowance } from './allowance.ts';
import { RedisCount } from './redis-count.ts';

/**
 * The limit that each process keeps by itself while Redis is away. It is the same number, counted in the process's own
 * memory, beside what Redis last said to this process.
 */
export class Insurance {
  readonly #counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
  /** Keys can come from strangers' addresses, so their number is bounded. The key unused for longest is forgotten. */
  readonly #keys: LeastRecentlyUsed<string, true>;
  readonly #redisCounts: LeastRecentlyUsed<string, RedisCount>;

  constructor(keysMax = 100_000) {
    this.#keys = new LeastRecentlyUsed(keysMax, (key) => void this.#counts.delete(key));
    this.#redisCounts = new LeastRecentlyUsed(keysMax);
  }

  /** Keeps what Redis said of a key: its units count on if Redis goes away now. */
  note(key: string, { limit, remaining, waitMs }: Allowance): void {
    this.#redisCounts.set(key, new RedisCount(limit - remaining, waitMs, windowMs, performance.now()));
  }

  /** Counts first and gives back the excess, so that no more of many requests at once get through than may. */
  async take(key: string, limit: number, units: number): Promise<Allowance> {
    if (units === 0) {
      return this.#peek(key, limit);
    }
    this.#keys.set(key, true);
    const { consumedPoints: own, msBeforeNext } = await this.#counts.consume(key, units);
    const now = performance.now();
    const redisCount = this.#redisCounts.get(key);
    const used = own + (redisCount?.at(now) ?? 0);
    if (used <= limit) {
      return { isTaken: true, limit, remaining: limit - used, waitMs: msBeforeNext };
    }
    await this.#counts.reward(key, units);
    // Room comes when enough units of Redis have left, or when our own units are forgotten and the rest leaves room.
    const whileOwnStay = redisCount?.untilAtMost(limit - own, now) ?? Infinity;
    const onceOwnAreGone = Math.max(msBeforeNext, redisCount?.untilAtMost(limit - units, now) ?? 0);
    const waitMs = Math.min(whileOwnStay, onceOwnAreGone, units > limit ? windowMs : Infinity);
    return { isTaken: false, limit, remaining: Math.max(0, limit - used + units), waitMs };
  }

  async giveBack(key: string): Promise<void> {
    await this.#counts.reward(key);
  }

  async #peek(key: string, limit: number): Promise<Allowance> {
    const counted = await this.#counts.get(key);
    const used = (counted?.consumedPoints ?? 0) + (this.#redisCounts.get(key)?.at(performance.now()) ?? 0);
    return { isTaken: true, limit, remaining: Math.max(0, limit - used), waitMs: counted?.msBeforeNext ?? windowMs };
  }
}

const windowMs = 60_000;
