import { LeastRecentlyUsed } from '@rapport/kernel';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Allowance } from './allowance.ts';

/** The limit that each process keeps by itself while Redis is away: the same number, counted in its own memory. */
export class Insurance {
  readonly #counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
  /** Keys can come from strangers' addresses; of more than this the one that was not used for longest is forgotten. */
  readonly #keys: LeastRecentlyUsed<string, true>;

  constructor(keysMax = 100_000) {
    this.#keys = new LeastRecentlyUsed(keysMax, (key) => void this.#counts.delete(key));
  }

  /** Counts first and gives back what was too much, so that of requests at the same time no more get through than may. */
  async take(key: string, limit: number, units: number): Promise<Allowance> {
    if (units === 0) {
      return this.#look(key, limit);
    }
    this.#keys.set(key, true);
    const { consumedPoints: used, msBeforeNext: waitMs } = await this.#counts.consume(key, units);
    if (used <= limit) {
      return { isTaken: true, limit, remaining: limit - used, waitMs };
    }
    await this.#counts.reward(key, units);
    return { isTaken: false, limit, remaining: Math.max(0, limit - used + units), waitMs };
  }

  async #look(key: string, limit: number): Promise<Allowance> {
    const counted = await this.#counts.get(key);
    const remaining = Math.max(0, limit - (counted?.consumedPoints ?? 0));
    return { isTaken: true, limit, remaining, waitMs: counted?.msBeforeNext ?? windowSeconds * 1_000 };
  }
}

const windowSeconds = 60;
