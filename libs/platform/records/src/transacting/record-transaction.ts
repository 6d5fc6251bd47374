import type { RawRow, Sent, TransactionSql } from '@rapport/database';
import type { RequestContext } from '@rapport/kernel';
import { timeOf } from '../showing/time-text.ts';
import { viewerValues } from '../showing/visibility.ts';
import type { StampedStatement } from '../stamping/many-statements.ts';

/**
 * Several changes of records under one stamp, which is taken: the tenant's lock is held to the end, so what a statement
 * of this transaction reads is not changed by another writer before the transaction ends.
 */
export class RecordTransaction {
  readonly context: RequestContext;
  readonly #sql: TransactionSql;
  readonly #stamps: readonly string[];
  #used = 0;
  /** Whether records outside of it show what a changed one was before, or are left of a deleted one. */
  opensFanOut = false;

  constructor(context: RequestContext, sql: TransactionSql, stamps: readonly string[]) {
    this.context = context;
    this.#sql = sql;
    this.#stamps = stamps;
  }

  /** The time of the next change. Two changes of one record need two. */
  nextStamp(): string {
    const stamp = this.#stamps[this.#used];
    if (stamp === undefined) {
      throw new Error(`a transaction of ${this.#stamps.length} stamps makes more changes than that`);
    }
    this.#used += 1;
    return stamp;
  }

  /** A stamp as answers show times. */
  utc(stamp: string): string {
    return timeOf(stamp);
  }

  query<R extends object>(sent: Sent): Promise<R[]> {
    return this.#sql.query<R>(this.context, sent);
  }

  rows(sent: Sent): Promise<RawRow[]> {
    return this.#sql.rows(this.context, sent);
  }

  /** Statements that are sent at once. Their raw rows come in the same order. */
  together(sent: readonly Sent[]): Promise<RawRow[][]> {
    return this.#sql.together(this.context, sent);
  }

  /** Changes many records, and gives a row for each of them. */
  change<Name extends string>(
    stamped: StampedStatement<Name>,
    values: Readonly<Record<NoInfer<Name>, unknown>>,
    at = this.nextStamp(),
  ): Promise<{ readonly id: string }[]> {
    const { actor, trace } = this.context;
    const ours = { at, actor: actor.userId, traceparent: trace.traceparent, ...viewerValues(this.context) };
    return this.query(stamped.with({ ...values, ...ours }));
  }
}
