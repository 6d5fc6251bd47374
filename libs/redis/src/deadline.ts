/**
 * How long a request may still wait for Redis. One is made per request and shared by all that it asks of Redis; what it
 * waits for elsewhere does not count, or a slow database would look like a Redis that is away. Calls side by side spend
 * the time that they wait together once.
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

  /** It waits no longer. For so long of its wait the process was busy, which is not taken from the request. */
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
