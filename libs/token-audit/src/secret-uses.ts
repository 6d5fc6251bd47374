import { LeastRecentlyUsed } from '@rapport/kernel';

/** The secrets whose use is to be noted, each at most once a minute. */
export class SecretUses {
  readonly #noted = new LeastRecentlyUsed<string, number>(secretsMax);
  #waiting = new Set<string>();

  get size(): number {
    return this.#waiting.size;
  }

  note(secretId: string): void {
    const now = performance.now();
    const last = this.#noted.get(secretId);
    if ((last === undefined || now - last > pauseMs) && this.#waiting.size < secretsMax) {
      this.#noted.set(secretId, now);
      this.#waiting.add(secretId);
    }
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
