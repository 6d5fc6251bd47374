/**
 * A request's remaining wait for Redis. Each request has its own, which all its calls of Redis share. Waits for
 * anything else do not count, or a slow database would look like a Redis that is away. Calls side by side spend the
 * time that they wait together once.
 */
export class Deadline {
  #remainingMs: number;
  #waiting = 0;
  #waitingSince = 0;
  #busyMs = 0;

  constructor(milliseconds: number) {
    this.#remainingMs = milliseconds;
  }

  get remainingMs(): number {
    return this.#waiting === 0 ? this.#remainingMs : this.#remainingAt(performance.now());
  }

  /** A call begins to wait. */
  begin(now: number): void {
    if (this.#waiting === 0) {
      this.#waitingSince = now;
      this.#busyMs = 0;
    }
    this.#waiting += 1;
  }

  /** A call waits no longer. The time for which the process was busy meanwhile is not taken from the request. */
  end(now: number, busyMs: number): void {
    this.#waiting -= 1;
    this.#busyMs = Math.max(this.#busyMs, busyMs);
    if (this.#waiting === 0) {
      this.#remainingMs = this.#remainingAt(now);
    }
  }

  #remainingAt(now: number): number {
    const spentMs = Math.max(0, now - this.#waitingSince - this.#busyMs);
    return Math.max(0, this.#remainingMs - spentMs);
  }
}
