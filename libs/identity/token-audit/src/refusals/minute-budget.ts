import type { AuditRow } from '../audit-row.ts';

/** Knows which different refusals are among the first of their minute. */
export class MinuteBudget {
  readonly #sizeMax: number;
  readonly #known = new Set<string>();
  #minute = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  includes({ at, id }: AuditRow): boolean {
    if (at !== this.#minute) {
      this.#minute = at;
      this.#known.clear();
    }
    if (this.#known.size < this.#sizeMax) {
      this.#known.add(id);
    }
    return this.#known.has(id);
  }
}
