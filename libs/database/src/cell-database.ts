import type { CallContext } from '@rapport/kernel';
import { PooledSql } from './bound-sql.ts';
import type { Session } from './database-sender.ts';
import type { CellSql, RawRow, TenantCall } from './sql.ts';
import { TenantStatement } from './tenant/sent-text.ts';

/** A cell as a whole: its own tables, and the schemas of several of its tenants at once. */
export class CellDatabase extends PooledSql implements CellSql {
  readonly #session: Session;

  constructor(session: Session) {
    super(session);
    this.#session = session;
  }

  together(context: CallContext, calls: readonly TenantCall[]): Promise<RawRow[][]> {
    return this.#session.runTogether(
      context,
      calls.map(({ tenantNumber, statement, values }) => {
        const prepared = new TenantStatement(statement, tenantNumber);
        return { statement, prepared, values, shape: 'raw', tenant: null, turn: null };
      }),
    );
  }

  script(context: CallContext, name: string, text: string): Promise<void> {
    return this.#session.script(context, name, text);
  }
}
