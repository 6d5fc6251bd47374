import type { CallContext } from '@rapport/kernel';
import { PooledSql } from '../bound-sql.ts';
import type { Session } from '../database-sender.ts';
import type { RawRow, Sql } from '../sql.ts';
import type { Statement } from '../statement.ts';

/**
 * Leads for as long as its session lives. Its statements go one after the other through that session, so that who has lost
 * the lock notices with the next one; while none are sent, it shows the server that it lives.
 */
export class Leader implements Sql {
  readonly #session: Session;
  readonly #sql: Sql;
  readonly #isConnected: () => boolean;
  readonly #losing = new AbortController();
  readonly #beat: NodeJS.Timeout;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #heardAt = performance.now();

  constructor(session: Session, isConnected: () => boolean) {
    this.#session = session;
    this.#sql = new PooledSql(session);
    this.#isConnected = isConnected;
    this.#beat = setInterval(() => this.#showLife(), beatMs);
  }

  /** Aborts when this process leads no more. */
  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  query<R extends object>(context: CallContext, statement: Statement, values?: readonly unknown[]): Promise<R[]> {
    return this.#inTurn(() => this.#sql.query<R>(context, statement, values));
  }

  rows(context: CallContext, statement: Statement, values?: readonly unknown[]): Promise<RawRow[]> {
    return this.#inTurn(() => this.#sql.rows(context, statement, values));
  }

  lose(): void {
    clearInterval(this.#beat);
    this.#losing.abort();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      this.#heardAt = performance.now();
      if (!this.#isConnected()) {
        this.lose();
      }
    }
  }

  #showLife(): void {
    if (this.#waiting === 0 && performance.now() - this.#heardAt >= beatMs) {
      void this.#inTurn(() => this.#session.answers(silentContext));
    }
  }
}

const beatMs = 1_000;

/** Signs of life belong to no trace. */
const silentContext: CallContext = { trace: { traceId: '', traceparent: '' } };
