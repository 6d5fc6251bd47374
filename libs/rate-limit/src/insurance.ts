import { LeastRecentlyUsed } from '@rapport/kernel';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Allowance } from './allowance.ts';
import { ToldCount } from './told-count.ts';

/**
 * The limit that each process keeps by itself while Redis is away: the same number, counted in its own memory, beside what
 * Redis said last to this process.
 */
export class Insurance {
  readonly #counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
  /** Keys can come from strangers' addresses; of more than this the one that was not used for longest is forgotten. */
  readonly #keys: LeastRecentlyUsed<string, true>;
  readonly #told: LeastRecentlyUsed<string, ToldCount>;

  constructor(keysMax = 100_000) {
    this.#keys = new LeastRecentlyUsed(keysMax, (key) => void this.#counts.delete(key));
    this.#told = new LeastRecentlyUsed(keysMax);
  }

  /** What Redis said of a key: its units count on if Redis goes away now. */
  note(key: string, { limit, remaining, waitMs }: Allowance): void {
    this.#told.set(key, new ToldCount(limit - remaining, waitMs, windowMs, performance.now()));
  }

  /** Counts first and gives back what was too much, so that of requests at the same time no more get through than may. */
  async take(key: string, limit: number, units: number): Promise<Allowance> {
    if (units === 0) {
      return this.#look(key, limit);
    }
    this.#keys.set(key, true);
    const { consumedPoints: own, msBeforeNext } = await this.#counts.consume(key, units);
    const now = performance.now();
    const told = this.#told.get(key);
    const used = own + (told?.at(now) ?? 0);
    if (used <= limit) {
      return { isTaken: true, limit, remaining: limit - used, waitMs: msBeforeNext };
    }
    await this.#counts.reward(key, units);
    // Room comes when enough of what was told has left, or when our own units are forgotten and the rest leaves room.
    const whileOwnStay = told?.untilAtMost(limit - own, now) ?? Infinity;
    const onceOwnAreGone = Math.max(msBeforeNext, told?.untilAtMost(limit - units, now) ?? 0);
    const waitMs = Math.min(whileOwnStay, onceOwnAreGone, units > limit ? windowMs : Infinity);
    return { isTaken: false, limit, remaining: Math.max(0, limit - used + units), waitMs };
  }

  async giveBack(key: string): Promise<void> {
    await this.#counts.reward(key);
  }

  async #look(key: string, limit: number): Promise<Allowance> {
    const counted = await this.#counts.get(key);
    const used = (counted?.consumedPoints ?? 0) + (this.#told.get(key)?.at(performance.now()) ?? 0);
    return {
      isTaken: true,
      limit,
      remaining: Math.max(0, limit - used),
      waitMs: counted?.msBeforeNext ?? windowMs,
    };
  }
}

const windowMs = 60_000;
