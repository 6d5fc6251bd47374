/** What the newest searches found, so that it is not looked for again. Most of what is asked again is asked soon. */
export class KeptForAMinute<T> {
  readonly #searchesMax: number;
  readonly #kept = new Map<string, { readonly found: T; readonly endsAtMs: number }>();

  constructor(searchesMax: number) {
    this.#searchesMax = searchesMax;
  }

  find(key: string): T | null {
    const kept = this.#kept.get(key);
    return kept && kept.endsAtMs > performance.now() ? kept.found : null;
  }

  keep(key: string, found: T): void {
    if (key.length > keyMax) {
      return;
    }
    this.#kept.delete(key);
    this.#kept.set(key, { found, endsAtMs: performance.now() + keptMs });
    if (this.#kept.size > this.#searchesMax) {
      const [oldest = ''] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
  }
}

/** So many characters of a search bound the memory of its key. */
const keyMax = 1_000;
const keptMs = 60_000;
