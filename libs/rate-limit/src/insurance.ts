import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Allowance } from './allowance.ts';

/** The limit that each process keeps by itself while Redis is away: the same number, counted in its own memory. */
export class Insurance {
  readonly #counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });

  async take(key: string, limit: number, units: number): Promise<Allowance> {
    const before = await this.#counts.get(key);
    const used = before?.consumedPoints ?? 0;
    if (used + units > limit) {
      return {
        isTaken: false,
        limit,
        remaining: Math.max(0, limit - used),
        waitMs: before?.msBeforeNext ?? windowSeconds * 1_000,
      };
    }
    if (units === 0) {
      return { isTaken: true, limit, remaining: limit - used, waitMs: before?.msBeforeNext ?? windowSeconds * 1_000 };
    }
    const after = await this.#counts.consume(key, units);
    return { isTaken: true, limit, remaining: Math.max(0, limit - after.consumedPoints), waitMs: after.msBeforeNext };
  }
}

const windowSeconds = 60;
