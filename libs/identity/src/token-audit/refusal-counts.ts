import type { AuditRow } from './audit-row.ts';
import { refusalId } from './refusal-id.ts';

export interface RefusalBounds {
  /** Different refusals in a minute; what comes beyond is counted by its reason alone. */
  readonly perMinuteMax: number;
  /** Rows that wait to be written. */
  readonly waitingMax: number;
}

/** Refusals of a minute, counted by what they have in common, so that no attacker fills the memory or the table. */
export class RefusalCounts {
  readonly #bounds: RefusalBounds;
  readonly #known = new Set<string>();
  readonly #waiting = new Map<string, AuditRow>();
  #minute = 0;

  constructor(bounds: RefusalBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** False where there is no room for it. */
  add(refusal: AuditRow): boolean {
    return this.#count(this.#isAmongTheFirst(refusal) ? refusal : withReasonAlone(refusal));
  }

  take(max: number): AuditRow[] {
    const rows = [...this.#waiting.values()].slice(0, max);
    for (const row of rows) {
      this.#waiting.delete(keyOf(row));
    }
    return rows;
  }

  /** What was taken and could not be written is counted again. Gives how many rows found no room. */
  putBack(rows: readonly AuditRow[]): number {
    return rows.filter((row) => !this.#count(row)).length;
  }

  #isAmongTheFirst({ at, id }: AuditRow): boolean {
    if (at !== this.#minute) {
      this.#minute = at;
      this.#known.clear();
    }
    if (this.#known.size < this.#bounds.perMinuteMax) {
      this.#known.add(id);
    }
    return this.#known.has(id);
  }

  #count(refusal: AuditRow): boolean {
    const key = keyOf(refusal);
    const counted = this.#waiting.get(key);
    if (!counted && this.#waiting.size >= this.#bounds.waitingMax) {
      return false;
    }
    this.#waiting.set(key, counted ? { ...counted, count: counted.count + refusal.count } : refusal);
    return true;
  }
}

function keyOf({ at, id }: AuditRow): string {
  return `${at} ${id}`;
}

function withReasonAlone({ at, event, reason, traceId, count }: AuditRow): AuditRow {
  return { at, id: refusalId({ event, reason }), event, reason, traceId, count };
}
