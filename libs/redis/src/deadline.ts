/** How long something may still take. One is made per request and shared by all that the request asks of Redis. */
export class Deadline {
  readonly #endsAt: number;

  constructor(milliseconds: number) {
    this.#endsAt = performance.now() + milliseconds;
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }
}
