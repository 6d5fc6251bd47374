import { textOf, type RawRow, type TransactionSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { noFreeCode } from '../body/refusals.ts';
import { viewerOf } from '../../showing/visibility.ts';
import type { BatchStatements } from './batch-statements.ts';

/** A record that holds an external id; null where the caller may not see it. */
export interface Holder {
  readonly id: string | null;
}

/**
 * What a batch knows of what is stored, read behind the tenant's lock: no other writer changes it before the batch ends,
 * and the batch notes what it changes itself.
 */
export class BatchLookups {
  readonly #statements: BatchStatements;
  readonly #holders = new Map<string, Holder>();
  readonly #folded = new Map<string, string>();
  readonly #codes = new Map<string, string | null>();
  #free: string[] = [];
  /** The records that the caller has written in this batch, and those that have codes and that it may see. */
  readonly #shown = new Set<string>();
  #hasLookedForShown = false;
  #codesMayBeFree = false;

  constructor(statements: BatchStatements) {
    this.#statements = statements;
  }

  /** Reads who holds the external ids and who has the codes, and gives the number of the definitions. */
  async read(
    context: RequestContext,
    sql: TransactionSql,
    externalIds: readonly string[],
    codes: readonly string[],
  ): Promise<number> {
    const { holders, definitions, codes: ofCodes } = this.#statements;
    const { actor, visibility } = context;
    const [numbers, held, taken] = await sql.together(context, [
      { statement: definitions, values: [] },
      { statement: holders, values: [externalIds, actor.clientId, visibility.scope, viewerOf(visibility)] },
      ...(ofCodes ? [{ statement: ofCodes.taken, values: [codes] }] : []),
    ]);
    for (const [externalId, isHeld, id] of held ?? []) {
      if (isHeld === 't') {
        this.#holders.set(textIn(externalId), { id: id ?? null });
      }
    }
    this.#noteCodes(taken ?? []);
    return Number(numbers?.[0]?.[0]);
  }

  holderOf(externalId: string | null): Holder | undefined {
    return externalId === null ? undefined : this.#holders.get(externalId);
  }

  /** The code in the form in which codes are compared. */
  foldedOf(code: string): string {
    return this.#folded.get(code) ?? code;
  }

  /** Whether another record than this one has the code. */
  async isTaken(context: RequestContext, sql: TransactionSql, code: string, id: string | null): Promise<boolean> {
    const { codes } = this.#statements;
    const known = this.#codes.get(this.foldedOf(code)) ?? null;
    if (known === null || known === id || !this.#codesMayBeFree || !codes) {
      return known !== null && known !== id;
    }
    // An item of this batch may have given the record that had the code another one.
    const [rows] = await sql.together(context, [{ statement: codes.taken, values: [[code]] }]);
    this.#noteCodes(rows ?? []);
    const holder = this.#codes.get(this.foldedOf(code)) ?? null;
    return holder !== null && holder !== id;
  }

  /** The record that has the code, where the caller may see it. The first refused item of a batch looks for all of them. */
  async shownHolderOf(context: RequestContext, sql: TransactionSql, code: string): Promise<string | undefined> {
    const { codes } = this.#statements;
    if (codes && !this.#hasLookedForShown) {
      this.#hasLookedForShown = true;
      const { visibility } = context;
      const ids = [...this.#codes.values()].filter((id) => id !== null);
      const values = [ids, visibility.scope, viewerOf(visibility)];
      const [rows = []] = await sql.together(context, [{ statement: codes.shown, values }]);
      rows.forEach(([id]) => this.#shown.add(textIn(id)));
    }
    const holder = this.#codes.get(this.foldedOf(code));
    return holder && this.#shown.has(holder) ? holder : undefined;
  }

  /** Counts codes up until there are as many free ones, which no item of the batch names. */
  async reserveCodes(context: RequestContext, sql: TransactionSql, count: number): Promise<void> {
    const { codes } = this.#statements;
    for (let attempt = 0; codes && this.#free.length < count; attempt += 1) {
      if (attempt === attemptsMax) {
        throw noFreeCode();
      }
      const [rows = []] = await sql.together(context, [{ statement: codes.free, values: [count - this.#free.length] }]);
      const free = rows.map(([code]) => textIn(code));
      this.#free.push(...free.filter((code) => !this.#codes.has(code.toLowerCase())));
    }
  }

  nextCode(): string | undefined {
    return this.#free.shift();
  }

  /** Notes what a written item changed. */
  note(
    id: string,
    { externalId, code, wasThere }: { externalId: string | null; code: string | null; wasThere: boolean },
  ): void {
    this.#shown.add(id);
    if (externalId !== null) {
      this.#holders.set(externalId, { id });
    }
    if (code !== null) {
      this.#codes.set(this.foldedOf(code), id);
      this.#codesMayBeFree ||= wasThere;
    }
  }

  #noteCodes(rows: readonly RawRow[]): void {
    for (const [code, folded, id] of rows) {
      this.#folded.set(textIn(code), textIn(folded));
      this.#codes.set(textIn(folded), id ?? null);
    }
  }
}

const attemptsMax = 100;

function textIn(raw: string | null | undefined): string {
  return textOf(raw ?? '');
}
