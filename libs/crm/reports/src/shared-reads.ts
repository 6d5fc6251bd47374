interface UnderWay<T> {
  /** Settles when the next read may begin; it is rejected where the callers that wait for it fail with this read. */
  readonly settled: Promise<void>;
  /** The read of the callers that came while this one was under way. */
  next: Promise<T> | null;
}

/**
 * Answers callers that ask for the same at the same time with one read, so that a hundred people who open their
 * dashboards together cost hardly more than two. A read that is under way may have begun before a caller's last write,
 * so a caller that comes meanwhile waits for the one after it. That one begins a moment after the end, so that callers
 * that are answered and ask again share it too: without the moment two groups of callers would read by turns.
 */
export class SharedReads<T> {
  readonly #patienceMs: number;
  readonly #moment: () => Promise<void>;
  readonly #underWay = new Map<string, UnderWay<T>>();

  /**
   * A read that took as long as `patienceMs` and failed fails for the callers that waited for it too: a second wait of
   * that kind is longer than a caller is kept. `moment` lies between two reads of the same.
   */
  constructor(patienceMs: number, moment: () => Promise<void>) {
    this.#patienceMs = patienceMs;
    this.#moment = moment;
  }

  /** `key` says all that decides what `read` finds. */
  take(key: string, read: () => Promise<T>): Promise<T> {
    const current = this.#underWay.get(key);
    if (current === undefined) {
      return this.#begin(key, read);
    }
    current.next ??= current.settled.then(() => this.#begin(key, read));
    return current.next;
  }

  #begin(key: string, read: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const answer = read();
    const settled = answer.then(this.#moment, (error: unknown) => {
      if (performance.now() - startedAt >= this.#patienceMs) {
        throw error;
      }
      return this.#moment();
    });
    const current: UnderWay<T> = { settled, next: null };
    this.#underWay.set(key, current);
    const forget = (): boolean => this.#underWay.delete(key);
    void settled.then(() => current.next === null && forget(), forget);
    return answer;
  }
}
