import type { RequestContext } from '@rapport/kernel';
import type { SearchClauses } from './composing/search-statement.ts';
import type { KnownTotal } from './composing/total-count.ts';

/** The totals that the newest searches of a process found, for a minute: most of what is asked again is asked soon. */
export class KnownTotals {
  readonly #kept = new Map<string, { readonly total: KnownTotal; readonly endsAtMs: number }>();

  find(context: RequestContext, clauses: SearchClauses): KnownTotal | null {
    const kept = this.#kept.get(keyOf(context, clauses));
    return kept && kept.endsAtMs > performance.now() ? kept.total : null;
  }

  keep(context: RequestContext, clauses: SearchClauses, total: KnownTotal): void {
    const key = keyOf(context, clauses);
    if (key.length > keyLengthMax) {
      return;
    }
    this.#kept.delete(key);
    this.#kept.set(key, { total, endsAtMs: performance.now() + keptMs });
    if (this.#kept.size > searchesMax) {
      const [oldest = ''] = this.#kept.keys();
      this.#kept.delete(oldest);
    }
  }
}

/** A tenant, what its caller sees, the words and the filters decide a total; a page and its order do not. */
function keyOf({ tenant, visibility }: RequestContext, { search: { words, filters } }: SearchClauses): string {
  return JSON.stringify([tenant.id, visibility, words, filters]);
}

/** So many searches of a kind, and so many characters of each, bound the memory of a process. */
const searchesMax = 500;
const keyLengthMax = 1_000;
const keptMs = 60_000;
