import type { CallContext } from '@rapport/kernel';
import { PooledSql } from './pooled-sql.ts';
import type { Session } from './session.ts';
import type { CellSql, RawRow, TenantCall } from './sql.ts';
import type { TenantTexts } from './tenant-text.ts';

/** A cell as a whole: its own tables, and the schemas of several of its tenants at once. */
export class CellDatabase extends PooledSql implements CellSql {
  readonly #session: Session;
  readonly #texts: TenantTexts;

  constructor(session: Session, texts: TenantTexts) {
    super(session);
    this.#session = session;
    this.#texts = texts;
  }

  together(context: CallContext, calls: readonly TenantCall[]): Promise<RawRow[][]> {
    return this.#session.runTogether(
      context,
      calls.map(({ tenantNumber, statement, values }) => {
        const prepared = this.#texts.render(statement, tenantNumber);
        return { statement, prepared, values, shape: 'raw', tenant: null, turn: null };
      }),
    );
  }

  script(context: CallContext, name: string, text: string): Promise<void> {
    return this.#session.script(context, name, text);
  }
}
