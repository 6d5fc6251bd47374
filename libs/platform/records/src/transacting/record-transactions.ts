import type { Database, TransactionSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { noCustomFields, type CustomFieldSets } from '../defining/custom-field-sets.ts';
import type { NameFanOut } from '../naming/name-fan-out.ts';
import { recordRules, type RecordRules } from '../stamping/rules.ts';
import { Attempts } from './attempts.ts';
import { findStoredAnswer, keepAnswer, type IdempotencyKey } from './idempotency.ts';
import { RecordTransaction } from './record-transaction.ts';
import { stampsIn, stampsStatement } from './stamps-statement.ts';

/** The needs that the transactions share with the stores whose records they change. */
export interface TransactionNeeds {
  readonly database: Database;
  readonly fanOut?: Pick<NameFanOut, 'run'>;
  readonly customFields?: CustomFieldSets;
  readonly rules?: RecordRules;
}

/** The outcome of a transaction; `isReplayed` when an earlier one with the same key made it and kept it. */
export interface Transacted<T> {
  readonly result: T;
  readonly isReplayed: boolean;
}

export interface TransactionOptions {
  /** The most changes of one and the same record. */
  readonly width?: number;
  readonly key?: IdempotencyKey | undefined;
}

/** The form in which a result is kept under a key: a text, or none. The text is read for the same operation alone. */
export interface KeptAs<T> {
  readonly textOf: (result: T) => string | null;
  readonly resultOf: (text: string) => T;
}

/** Runs transactions of several changes. A process that dies in between leaves nothing of them. */
export class RecordTransactions {
  readonly #needs: TransactionNeeds;
  readonly #attempts: Attempts;
  readonly #stamps: ReturnType<typeof stampsStatement>;

  constructor(needs: TransactionNeeds) {
    this.#needs = needs;
    this.#attempts = new Attempts(needs.customFields ?? noCustomFields);
    this.#stamps = stampsStatement(needs.rules ?? recordRules);
  }

  /** The result must be what JSON can hold: with a key it is kept, and given again. */
  run<T>(
    context: RequestContext,
    options: TransactionOptions,
    work: (transaction: RecordTransaction) => Promise<T>,
  ): Promise<Transacted<T>> {
    // The text was made of a result of the same operation: the fingerprint says so.
    const asJson = { textOf: JSON.stringify, resultOf: (text: string) => JSON.parse(text) as T };
    return this.runKept(context, options, asJson, work);
  }

  async runKept<T>(
    context: RequestContext,
    { width = stampsMax, key }: TransactionOptions,
    keptAs: KeptAs<T>,
    work: (transaction: RecordTransaction) => Promise<T>,
  ): Promise<Transacted<T>> {
    const sql = this.#needs.database.tenant(context.tenant);
    const done = await this.#attempts.inTransactions(
      context,
      sql,
      (within) => this.#attempt(context, within, width, key, keptAs, work),
      key,
    );
    if (done.opensFanOut) {
      await this.#needs.fanOut?.run(context, sql, { actorId: context.actor.userId });
    }
    return done;
  }

  async #attempt<T>(
    context: RequestContext,
    sql: TransactionSql,
    width: number,
    key: IdempotencyKey | undefined,
    { textOf, resultOf }: KeptAs<T>,
    work: (transaction: RecordTransaction) => Promise<T>,
  ): Promise<Transacted<T> & { readonly opensFanOut: boolean }> {
    const stamps = stampsIn(await sql.rows(context, this.#stamps.with({ count: width })));
    const stored = key ? await findStoredAnswer(context, sql, key) : null;
    if (stored) {
      return { result: resultOf(stored.body), isReplayed: true, opensFanOut: false };
    }
    const transaction = new RecordTransaction(context, sql, stamps);
    const result = await work(transaction);
    const kept = key ? textOf(result) : null;
    if (key && kept !== null) {
      await keepAnswer(context, sql, key, kept, stamps[0] ?? '');
    }
    return { result, isReplayed: false, opensFanOut: transaction.opensFanOut };
  }
}

const stampsMax = 32;
