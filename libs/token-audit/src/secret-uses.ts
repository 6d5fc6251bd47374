import { LeastRecentlyUsed } from '@rapport/kernel';

/** Which secrets were used and must be noted so, each at most once a minute. */
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

  /** What was taken and could not be noted comes first again, and always finds room: it is one batch. */
  putBack(ids: readonly string[]): number {
    this.#waiting = new Set([...ids, ...this.#waiting]);
    return 0;
  }
}

const secretsMax = 20_000;
/** A little more than the minute that the database asks for, so that a use is not noted a moment too early. */
const pauseMs = 61_000;
