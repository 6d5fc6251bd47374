/**
 * How long a request may still wait for Redis. One is made per request and shared by all that it asks of Redis; what it
 * waits for elsewhere does not count, or a slow database would look like a Redis that is away.
 */
export class Deadline {
  #remainingMs: number;

  constructor(milliseconds: number) {
    this.#remainingMs = milliseconds;
  }

  get remainingMs(): number {
    return this.#remainingMs;
  }

  spend(milliseconds: number): void {
    this.#remainingMs = Math.max(0, this.#remainingMs - milliseconds);
  }
}
