/** PostgreSQL's time as it was last read, counted on by this process's monotonic clock, which no operator sets. */
export class ServerClock {
  #offset = Date.now() - performance.now();

  /** In milliseconds. */
  now(): number {
    return performance.now() + this.#offset;
  }

  set(serverMs: number): void {
    this.#offset = serverMs - performance.now();
  }
}
