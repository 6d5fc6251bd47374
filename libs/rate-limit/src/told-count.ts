/**
 * What Redis said last of a key: so many units used, of which the first leaves at that time. Nobody said when the others
 * leave: they are taken to leave evenly, the last one a window after it was said.
 */
export class ToldCount {
  readonly #used: number;
  readonly #fullUntil: number;
  readonly #goneAt: number;

  constructor(used: number, firstLeavesInMs: number, windowMs: number, now: number) {
    this.#used = used;
    this.#fullUntil = now + firstLeavesInMs;
    this.#goneAt = now + windowMs;
  }

  /** How many are still used. */
  at(now: number): number {
    if (now < this.#fullUntil) {
      return this.#used;
    }
    const left = (this.#goneAt - now) / (this.#goneAt - this.#fullUntil);
    return now >= this.#goneAt ? 0 : Math.min(this.#used - 1, Math.ceil(this.#used * left));
  }

  /** How long until no more than so many are used. */
  untilAtMost(units: number, now: number): number {
    if (this.at(now) <= units) {
      return 0;
    }
    const share = units >= this.#used - 1 ? 1 : Math.max(0, units) / this.#used;
    return units < 0 ? Infinity : this.#goneAt - share * (this.#goneAt - this.#fullUntil) - now;
  }
}
