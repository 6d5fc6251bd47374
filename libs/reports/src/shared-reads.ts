interface UnderWay<T> {
  /** Settles when the read has ended; it is rejected where the callers that wait for the end fail with the read. */
  readonly ended: Promise<void>;
  /** The read of the callers that came while this one was under way. */
  next: Promise<T> | null;
}

/**
 * Answers callers that ask for the same at the same time with one read, so that a hundred people who open their
 * dashboards together cost hardly more than two. A read that is under way may have begun before a caller's last write,
 * so a caller that comes meanwhile waits for the one after it.
 */
export class SharedReads<T> {
  readonly #patienceMs: number;
  readonly #underWay = new Map<string, UnderWay<T>>();

  /**
   * A read that took as long as `patienceMs` and failed fails for the callers that waited for it too: a second wait of
   * that kind is longer than a caller is kept.
   */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** `key` says all that decides what `read` finds. */
  take(key: string, read: () => Promise<T>): Promise<T> {
    const current = this.#underWay.get(key);
    if (current === undefined) {
      return this.#begin(key, read);
    }
    current.next ??= current.ended.then(() => this.#begin(key, read));
    return current.next;
  }

  #begin(key: string, read: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const answer = read();
    const ended = answer.then(
      () => undefined,
      (error: unknown) => {
        if (performance.now() - startedAt >= this.#patienceMs) {
          throw error;
        }
      },
    );
    const current: UnderWay<T> = { ended, next: null };
    this.#underWay.set(key, current);
    const forget = (): boolean => this.#underWay.delete(key);
    void ended.then(() => current.next === null && forget(), forget);
    return answer;
  }
}
