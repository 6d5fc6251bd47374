import type { CallContext } from '@rapport/kernel';
import type { RowShape } from './wire/wire-call.ts';
import type { Call, Session } from './database-sender.ts';
import type { RawRow, Sql, SqlDatabase } from './sql.ts';
import type { Statement } from './statement.ts';

/** One database as a whole: statements are sent as they are. */
export class PooledSql implements SqlDatabase {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  query<R extends object>(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.#session.run(context, plainCall(statement, values, 'objects'));
  }

  rows(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow[]> {
    return this.#session.run(context, plainCall(statement, values, 'raw'));
  }

  transaction<T>(context: CallContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#session.transact(context, { tenant: null, turn: null }, (send) => work(new SentSql(send, plainCall)));
  }
}

/** Statements that go where somebody else decides: into a transaction, or one by one within a turn. */
export class SentSql implements Sql {
  readonly #send: <R>(call: Call) => Promise<R[]>;
  readonly #callOf: (statement: Statement, values: readonly unknown[], shape: RowShape) => Call;

  constructor(
    send: <R>(call: Call) => Promise<R[]>,
    callOf: (statement: Statement, values: readonly unknown[], shape: RowShape) => Call,
  ) {
    this.#send = send;
    this.#callOf = callOf;
  }

  query<R extends object>(_context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.#send(this.#callOf(statement, values, 'objects'));
  }

  rows(_context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow[]> {
    return this.#send(this.#callOf(statement, values, 'raw'));
  }
}

function plainCall(statement: Statement, values: readonly unknown[], shape: RowShape): Call {
  return { statement, prepared: statement, values, shape, tenant: null, turn: null };
}
