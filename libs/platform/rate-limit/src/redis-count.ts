/**
 * The count of a key as Redis last gave it: how many units are used, and when the first of them leaves. Redis does not
 * say when the others leave, so they are taken to leave evenly, and the last one a window after the answer.
 */
export class RedisCount {
  readonly #used: number;
  readonly #fullUntil: number;
  readonly #goneAt: number;

  constructor(used: number, firstLeavesInMs: number, windowMs: number, now: number) {
    this.#used = used;
    this.#fullUntil = now + firstLeavesInMs;
    this.#goneAt = now + windowMs;
  }

  /** The units that are still used. */
  at(now: number): number {
    if (now < this.#fullUntil) {
      return this.#used;
    }
    const left = (this.#goneAt - now) / (this.#goneAt - this.#fullUntil);
    return now >= this.#goneAt ? 0 : Math.min(this.#used - 1, Math.ceil(this.#used * left));
  }

  /** The time until no more than `units` are used. */
  untilAtMost(units: number, now: number): number {
    if (this.at(now) <= units) {
      return 0;
    }
    const share = units >= this.#used - 1 ? 1 : Math.max(0, units) / this.#used;
    return units < 0 ? Infinity : this.#goneAt - share * (this.#goneAt - this.#fullUntil) - now;
  }
}
