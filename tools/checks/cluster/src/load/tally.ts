/** The ending of one request: the status and the code of its answer, or the code of what broke its connection. */
export interface Ending {
  readonly outcome: string;
  readonly isExpected: boolean;
  /** Whether a refusal says what it is and when to try again. */
  readonly isDescribed: boolean;
  readonly tookMs: number;
}

/** Counts how requests ended. */
export class Tally {
  readonly #failures = new Map<string, number>();
  #sent = 0;
  #undescribed = 0;
  #heldBack = 0;
  #repeated = 0;
  #slowestMs = 0;
  #firstFailureAt = Infinity;
  #lastFailureAt = -Infinity;

  note({ outcome, isExpected, isDescribed, tookMs }: Ending): void {
    this.#sent += 1;
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
    if (!isExpected) {
      const now = performance.now();
      this.#failures.set(outcome, (this.#failures.get(outcome) ?? 0) + 1);
      this.#undescribed += isDescribed ? 0 : 1;
      this.#firstFailureAt = Math.min(this.#firstFailureAt, now - tookMs);
      this.#lastFailureAt = now;
    }
  }

  /** Counts a request that was not sent, because too many were under way. */
  noteHeldBack(): void {
    this.#heldBack += 1;
  }

  /** Counts a write that was refused, and sent once more with its key. */
  noteRepeated(): void {
    this.#repeated += 1;
  }

  get failed(): number {
    return [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
  }

  /** From the beginning of the first failed request to the end of the last one. */
  get failedForMs(): number {
    return this.failed === 0 ? 0 : this.#lastFailureAt - this.#firstFailureAt;
  }

  /** Throws unless every request was answered as it should be. */
  expectNoFailure(): void {
    if (this.failed > 0) {
      throw new Error(this.toString());
    }
  }

  /** Throws unless failures were over in time. */
  expectFailuresWithin(ms: number): void {
    if (this.failedForMs > ms) {
      throw new Error(`${this.toString()}; ${ms / 1_000} s are allowed`);
    }
  }

  /** Throws unless each failed request was refused with what it is and when to send it again. */
  expectOnlyRefusals(): void {
    if (this.#undescribed > 0 || [...this.#failures.keys()].some((outcome) => !refusals.includes(outcome))) {
      throw new Error(
        `${this.toString()}; ${this.#undescribed} of them do not say what they are and when to send them again`,
      );
    }
  }

  toString(): string {
    const kinds = [...this.#failures].map(([outcome, count]) => `${count} x ${outcome}`).join(', ');
    const failures = this.failed === 0 ? '' : ` within ${(this.failedForMs / 1_000).toFixed(1)} s (${kinds})`;
    const held = this.#heldBack === 0 ? '' : `, ${this.#heldBack} more held back`;
    const repeated = this.#repeated === 0 ? '' : `, ${this.#repeated} repeated`;
    return `${this.failed} of ${this.#sent} failed${failures}${repeated}${held}, slowest ${(this.#slowestMs / 1_000).toFixed(1)} s`;
  }
}

/** While a database is away a tenant's writes wait in a short queue, and those beyond it may come later. */
const refusals: readonly string[] = [
  '503 service_unavailable',
  '503 temporarily_unavailable',
  '409 idempotency_in_progress',
];
