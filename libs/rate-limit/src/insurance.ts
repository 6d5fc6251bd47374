import { LeastRecentlyUsed } from '@rapport/kernel';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Allowance } from './allowance.ts';

/**
 * The limit that each process keeps by itself while Redis is away: the same number, counted in its own memory, beside what
 * Redis said last to this process.
 */
export class Insurance {
  readonly #counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
  /** Keys can come from strangers' addresses; of more than this the one that was not used for longest is forgotten. */
  readonly #keys: LeastRecentlyUsed<string, true>;
  readonly #told: LeastRecentlyUsed<string, Told>;

  constructor(keysMax = 100_000) {
    this.#keys = new LeastRecentlyUsed(keysMax, (key) => void this.#counts.delete(key));
    this.#told = new LeastRecentlyUsed(keysMax);
  }

  /** What Redis said of a key: its units count on if Redis goes away now. */
  note(key: string, { limit, remaining, waitMs }: Allowance): void {
    this.#told.set(key, { used: limit - remaining, fullUntilMs: performance.now() + waitMs });
  }

  /** Counts first and gives back what was too much, so that of requests at the same time no more get through than may. */
  async take(key: string, limit: number, units: number): Promise<Allowance> {
    const told = this.#told.get(key);
    if (units === 0) {
      return this.#look(key, limit, told);
    }
    this.#keys.set(key, true);
    const { consumedPoints, msBeforeNext } = await this.#counts.consume(key, units);
    const used = consumedPoints + stillUsed(told);
    if (used <= limit) {
      return { isTaken: true, limit, remaining: limit - used, waitMs: msBeforeNext };
    }
    await this.#counts.reward(key, units);
    const waitMs = untilFree(told, used - limit) ?? msBeforeNext;
    return { isTaken: false, limit, remaining: Math.max(0, limit - used + units), waitMs };
  }

  async #look(key: string, limit: number, told: Told | undefined): Promise<Allowance> {
    const counted = await this.#counts.get(key);
    const used = (counted?.consumedPoints ?? 0) + stillUsed(told);
    const waitMs = untilFree(told, 1) ?? counted?.msBeforeNext ?? windowMs;
    return { isTaken: used <= limit, limit, remaining: Math.max(0, limit - used), waitMs };
  }
}

/** Units that were used by Redis's word; the first of them leaves at that time. */
interface Told {
  readonly used: number;
  readonly fullUntilMs: number;
}

/** Nobody said when the others leave: they are taken to leave evenly, the last one a window after the first. */
function stillUsed(told: Told | undefined): number {
  if (!told) {
    return 0;
  }
  const leavingMs = Math.max(0, performance.now() - told.fullUntilMs);
  return Math.max(0, Math.ceil(told.used * (1 - leavingMs / windowMs)));
}

/** How long until so many of them have left; nothing where there are not as many. */
function untilFree(told: Told | undefined, units: number): number | undefined {
  const rest = stillUsed(told) - units;
  if (!told || rest < 0) {
    return undefined;
  }
  return Math.max(0, told.fullUntilMs + windowMs * (1 - rest / told.used) - performance.now());
}

const windowMs = 60_000;
