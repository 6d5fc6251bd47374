import type { CallContext } from '@rapport/kernel';
import { BoundSql } from './bound-sql.ts';
import { callOf } from './call.ts';
import type { DatabaseSender } from './database-sender.ts';
import type { Sent } from './statements/statement.ts';
import type { CellSql, RawRow, Sql, TenantCall } from './sql.ts';

/** One database as a whole: its own tables, and in a cell the schemas of several tenants at once. */
export class DatabaseSql extends BoundSql implements CellSql {
  readonly #sender: DatabaseSender;

  constructor(sender: DatabaseSender) {
    super(sender);
    this.#sender = sender;
  }

  bytes(context: CallContext, sent: Sent): Promise<Buffer[]> {
    return this.#sender.run(context, callOf(sent, 'bytes'));
  }

  transaction<T>(context: CallContext, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#sender.transact(context, { tenant: null, turn: null }, (within) => work(new BoundSql(within)));
  }

  together(context: CallContext, calls: readonly TenantCall[]): Promise<RawRow[][]> {
    return this.#sender.runTogether(
      context,
      calls.map((call) => callOf(call, 'raw', call.tenantNumber)),
    );
  }

  script(context: CallContext, name: string, text: string): Promise<void> {
    return this.#sender.script(context, name, text);
  }
}
