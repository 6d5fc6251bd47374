interface UnderWay<T> {
  /** Settles when the read has ended, well or not. */
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
  readonly #underWay = new Map<string, UnderWay<T>>();

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
    const answer = read();
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    const current: UnderWay<T> = { ended, next: null };
    this.#underWay.set(key, current);
    void ended.then(() => {
      if (current.next === null) {
        this.#underWay.delete(key);
      }
    });
    return answer;
  }
}
