import type { CallContext, TenantRef } from '@rapport/kernel';
import type { RowShape } from '../wire/wire-call.ts';
import { WriteDeadlineExceeded } from '../failures.ts';
import { SentSql } from '../bound-sql.ts';
import type { Call, Session } from '../database-sender.ts';
import type { RawRow, Sql, TenantSql } from '../sql.ts';
import type { Statement } from '../statement.ts';
import { TenantStatement } from './sent-text.ts';
import type { Turn, WriteQueue } from './write-queue.ts';

export class QueuedTenantSql implements TenantSql {
  readonly tenant: TenantRef;
  readonly #session: Session;
  readonly #writes: WriteQueue;

  constructor(tenant: TenantRef, session: Session, writes: WriteQueue) {
    this.tenant = tenant;
    this.#session = session;
    this.#writes = writes;
  }

  query<R extends object>(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.#session.run(context, this.#call(statement, values, 'objects', null));
  }

  rows(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow[]> {
    return this.#session.run(context, this.#call(statement, values, 'raw', null));
  }

  row(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow | undefined> {
    const { number } = this.tenant;
    return this.#session.row(context, number, statement, { prepared: new TenantStatement(statement, number), values });
  }

  write<R extends object>(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return this.turn(context, (sql) => sql.query<R>(context, statement, values));
  }

  writeRows(context: CallContext, statement: Statement, values: readonly unknown[] = []): Promise<RawRow[]> {
    return this.turn(context, (sql) => sql.rows(context, statement, values));
  }

  turn<T>(context: CallContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#queued(context, (turn) =>
      work(new SentSql((call) => this.#session.run(context, call), this.#callWithin(turn))),
    );
  }

  transaction<T>(context: CallContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#queued(context, (turn) =>
      this.#session.transact(context, { tenant: this.tenant.number, turn }, (send) =>
        work(new SentSql(send, this.#callWithin(turn))),
      ),
    );
  }

  async #queued<T>(context: CallContext, work: (turn: Turn) => Promise<T>): Promise<T> {
    try {
      return await this.#writes.run(this.tenant.number, work);
    } catch (error) {
      if (error instanceof WriteDeadlineExceeded) {
        this.#session.tellRefusal(context, error);
      }
      throw error;
    }
  }

  #callWithin(turn: Turn): (statement: Statement, values: readonly unknown[], shape: RowShape) => Call {
    return (statement, values, shape) => this.#call(statement, values, shape, turn);
  }

  #call(statement: Statement, values: readonly unknown[], shape: RowShape, turn: Turn | null): Call {
    const { number } = this.tenant;
    return { statement, prepared: new TenantStatement(statement, number), values, shape, tenant: number, turn };
  }
}
