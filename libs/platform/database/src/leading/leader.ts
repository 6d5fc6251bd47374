import type { CallContext } from '@rapport/kernel';
import { BoundSql } from '../bound-sql.ts';
import type { DatabaseSender } from '../database-sender.ts';
import type { RawRow, Sql } from '../sql.ts';
import { statement, type Sent } from '../statements/statement.ts';

/**
 * Leads for as long as its connection lives. Its statements go one after the other through that connection, so a
 * process that has lost the lock notices with its next statement. While it sends none, it shows the server that it
 * lives.
 */
export class Leader implements Sql {
  readonly #sender: DatabaseSender;
  readonly #sql: Sql;
  readonly #isConnected: () => boolean;
  readonly #losing = new AbortController();
  readonly #beat: NodeJS.Timeout;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #heardAt = performance.now();

  constructor(sender: DatabaseSender, isConnected: () => boolean) {
    this.#sender = sender;
    this.#sql = new BoundSql(sender);
    this.#isConnected = isConnected;
    this.#beat = setInterval(() => this.#showLife(), beatMs);
  }

  /** Aborts when this process leads no longer. */
  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  query<R extends object>(context: CallContext, sent: Sent): Promise<R[]> {
    return this.#inOrder(() => this.#sql.query<R>(context, sent));
  }

  rows(context: CallContext, sent: Sent): Promise<RawRow[]> {
    return this.#inOrder(() => this.#sql.rows(context, sent));
  }

  lose(): void {
    clearInterval(this.#beat);
    this.#losing.abort();
  }

  async #inOrder<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    try {
      return await done;
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
      void this.#inOrder(() => this.#sender.ask(ping)).catch(() => undefined);
    }
  }
}

const beatMs = 1_000;
const ping = statement('ping', 'select 1');
