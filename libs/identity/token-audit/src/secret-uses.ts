import { LeastRecentlyUsed } from '@rapport/kernel';

/** The secrets whose use is to be noted, each at most once a minute. */
export class SecretUses {
  readonly #noted = new LeastRecentlyUsed<string, number>(secretsMax);
  #waiting = new Set<string>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether the use is one to note: the first of a minute. */
  note(secretId: string): boolean {
    const now = performance.now();
    const last = this.#noted.get(secretId);
    if ((last === undefined || now - last > pauseMs) && this.#waiting.size < secretsMax) {
      this.#noted.set(secretId, now);
      this.#waiting.add(secretId);
      return true;
    }
    return false;
  }

  take(max: number): string[] {
    const ids = [...this.#waiting].slice(0, max);
    for (const id of ids) {
      this.#waiting.delete(id);
    }
    return ids;
  }

  /** Uses that could not be noted come first again. They always find room, because they are one batch. */
  putBack(ids: readonly string[]): number {
    this.#waiting = new Set([...ids, ...this.#waiting]);
    return 0;
  }
}

const secretsMax = 20_000;
/** It is a little longer than the minute of the statement, so that a use does not come a moment too early. */
const pauseMs = 61_000;
