/** What a search found that has more records than are counted. */
export interface KnownTotal {
  /** How many records it found beyond the first that is not counted. */
  readonly spare: number;
  /** The newest change of records of this kind that it saw. */
  readonly asOf: string;
  /** The share of the texts that have the words. */
  readonly textShare: number;
}

interface Kept extends KnownTotal {
  readonly endsAtMs: number;
}

/**
 * The totals of searches that found more records than are counted. Such a total holds while no more records of the kind
 * changed than it has to spare, so a search that is asked again, or for its next page, does not count again. A recovery
 * that lost commits takes back what a count saw, so a total is known for a minute.
 */
export class KnownTotals {
  readonly #kept = new Map<string, Kept>();

  find(key: string): KnownTotal | null {
    const kept = this.#kept.get(key);
    return kept && kept.endsAtMs > performance.now() ? kept : null;
  }

  keep(key: string, total: KnownTotal): void {
    if (key.length > keyMax) {
      return;
    }
    this.#kept.delete(key);
    this.#kept.set(key, { ...total, endsAtMs: performance.now() + keptMs });
    if (this.#kept.size > totalsMax) {
      const [oldest = ''] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
  }
}

/** So many characters of a search, and so many searches, bound the memory. */
const keyMax = 1_000;
const totalsMax = 500;
const keptMs = 60_000;
