/** A map of bounded size that forgets the entry that was not used for longest. */
export class LeastRecentlyUsed<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #sizeMax: number;
  readonly #onEvict: ((key: K, value: V) => void) | undefined;

  constructor(sizeMax: number, onEvict?: (key: K, value: V) => void) {
    this.#sizeMax = sizeMax;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#sizeMax) {
      this.#evictOldest();
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #evictOldest(): void {
    for (const [key, value] of this.#entries) {
      this.#entries.delete(key);
      this.#onEvict?.(key, value);
      return;
    }
  }
}
