import type { CallContext } from '@rapport/kernel';
import { plainCall, PooledSql, SentSql } from './pooled-sql.ts';
import type { Call, Session } from './session.ts';
import type { CellSql, CellTransaction, RawRow, Sql } from './sql.ts';
import type { Statement } from './statement.ts';
import type { TenantTexts } from './tenant-text.ts';

/** A cell as a whole: statements are sent as they are, but within a transaction also into the schemas of its tenants. */
export class CellDatabase implements CellSql {
  readonly #session: Session;
  readonly #sql: Sql;
  readonly #texts: TenantTexts;

  constructor(session: Session, texts: TenantTexts) {
    this.#session = session;
    this.#sql = new PooledSql(session);
    this.#texts = texts;
  }

  query<R extends object>(context: CallContext, statement: Statement, values?: readonly unknown[]): Promise<R[]> {
    return this.#sql.query<R>(context, statement, values);
  }

  rows(context: CallContext, statement: Statement, values?: readonly unknown[]): Promise<RawRow[]> {
    return this.#sql.rows(context, statement, values);
  }

  transaction<T>(context: CallContext, work: (sql: CellTransaction) => Promise<T>): Promise<T> {
    return this.#session.transact(context, null, (send) => work(new SentIntoCell(send, this.#texts)));
  }

  script(context: CallContext, name: string, text: string): Promise<void> {
    return this.#session.script(context, name, text);
  }
}

class SentIntoCell extends SentSql implements CellTransaction {
  readonly #sendCall: <R>(call: Call) => Promise<R[]>;
  readonly #texts: TenantTexts;

  constructor(send: <R>(call: Call) => Promise<R[]>, texts: TenantTexts) {
    super(send, plainCall);
    this.#sendCall = send;
    this.#texts = texts;
  }

  within(tenantNumber: number): Sql {
    return new SentSql(this.#sendCall, (statement, values, shape) => {
      const prepared = this.#texts.render(statement, tenantNumber);
      return { statement, prepared, values, shape, turn: null };
    });
  }
}
