import type { FakedClock } from '@rapport/local-servers';

/** The wall clock of PostgreSQL and of every service, which tests step. */
export class PlatformClock {
  readonly #faked: FakedClock;
  #aheadSeconds = 0;

  constructor(faked: FakedClock) {
    this.#faked = faked;
  }

  get now(): number {
    return Date.now() + this.#aheadSeconds * 1_000;
  }

  /** Steps to this time, to the second. */
  async stepTo(time: number): Promise<void> {
    this.#aheadSeconds = Math.round((time - Date.now()) / 1_000);
    await this.#faked.set(this.#aheadSeconds);
  }
}

/** The first moment of the day of UTC that follows. */
export function nextMidnight(time: number): number {
  return (Math.floor(time / dayMs) + 1) * dayMs;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const dayMs = 86_400_000;
