import type { AuditRow } from './audit-row.ts';

/** The rows that wait to be written, oldest first and never more than a bound. */
export class RowBuffer {
  readonly #sizeMax: number;
  #rows: AuditRow[] = [];

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get size(): number {
    return this.#rows.length;
  }

  /** False if there is no room. */
  add(row: AuditRow): boolean {
    if (this.#rows.length >= this.#sizeMax) {
      return false;
    }
    this.#rows.push(row);
    return true;
  }

  take(max: number): AuditRow[] {
    return this.#rows.splice(0, max);
  }

  /** Rows that could not be written come first again. Returns how many rows found no room. */
  putBack(rows: readonly AuditRow[]): number {
    const all = [...rows, ...this.#rows];
    this.#rows = all.slice(0, this.#sizeMax);
    return all.length - this.#rows.length;
  }
}
