import type { AuditRow } from '../audit-row.ts';
import { MinuteBudget } from './minute-budget.ts';
import { refusalId } from './refusal-id.ts';

export interface RefusalBounds {
  /** Different refusals in a minute: of clients, of ids that no client has, and of clients without their addresses. */
  readonly perMinuteMax: number;
  /** Rows that may wait to be written. */
  readonly waitingMax: number;
}

/** Counts the refusals of a minute by what they have in common, so that no attacker fills the memory or the table. */
export class RefusalCounts {
  readonly #waitingMax: number;
  readonly #ofUnknownIds: MinuteBudget;
  readonly #ofClients: MinuteBudget;
  readonly #ofClientsAnywhere: MinuteBudget;
  readonly #waiting = new Map<string, AuditRow>();

  constructor({ perMinuteMax, waitingMax }: RefusalBounds) {
    this.#waitingMax = waitingMax;
    this.#ofUnknownIds = new MinuteBudget(perMinuteMax);
    this.#ofClients = new MinuteBudget(perMinuteMax);
    this.#ofClientsAnywhere = new MinuteBudget(perMinuteMax);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** False if there is no room for it. */
  add(refusal: AuditRow): boolean {
    return this.#count(this.#withinBudget(refusal));
  }

  take(max: number): AuditRow[] {
    const rows = [...this.#waiting.values()].slice(0, max);
    for (const row of rows) {
      this.#waiting.delete(keyOf(row));
    }
    return rows;
  }

  /** Rows that could not be written come first again. Returns how many rows found no room. */
  putBack(rows: readonly AuditRow[]): number {
    const all = [...rows, ...this.#waiting.values()];
    this.#waiting.clear();
    return all.filter((row) => !this.#count(row)).length;
  }

  /** Guesses at ids cost nothing, so they have a budget of their own and hide no guess at the secret of a client. */
  #withinBudget(refusal: AuditRow): AuditRow {
    if (refusal.clientId === undefined) {
      return this.#ofUnknownIds.includes(refusal) ? refusal : withReasonAlone(refusal);
    }
    if (this.#ofClients.includes(refusal)) {
      return refusal;
    }
    const anywhere = withoutAddress(refusal);
    return this.#ofClientsAnywhere.includes(anywhere) ? anywhere : withReasonAlone(refusal);
  }

  #count(refusal: AuditRow): boolean {
    const key = keyOf(refusal);
    const counted = this.#waiting.get(key);
    if (!counted && this.#waiting.size >= this.#waitingMax) {
      return false;
    }
    this.#waiting.set(key, counted ? { ...counted, count: counted.count + refusal.count } : refusal);
    return true;
  }
}

function keyOf({ at, id }: AuditRow): string {
  return `${at} ${id}`;
}

function withoutAddress(refusal: AuditRow): AuditRow {
  const anywhere = { ...refusal, ip: undefined, userAgent: undefined };
  return { ...anywhere, id: refusalId(anywhere) };
}

function withReasonAlone({ at, event, reason, traceId, count }: AuditRow): AuditRow {
  return { at, id: refusalId({ event, reason }), event, reason, traceId, count };
}
