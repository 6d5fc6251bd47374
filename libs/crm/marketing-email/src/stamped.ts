import { statement, type Database, type Sql } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { recordRules, type StampedStatement } from '@rapport/records';

/** A transaction behind the tenant's lock. */
export interface StampedSql extends Sql {
  /** Changes many records under the stamp, as the platform. It gives a row for each record. */
  change<Name extends string>(
    context: CallContext,
    changed: StampedStatement<Name>,
    values: Readonly<Record<NoInfer<Name>, unknown>>,
  ): Promise<object[]>;
}

/** Runs work in a transaction behind the tenant's lock, at the time of its stamp. */
export function underStamp<T>(
  context: CallContext,
  database: Database,
  tenant: TenantRef,
  work: (sql: StampedSql) => Promise<T>,
): Promise<T> {
  return database.tenant(tenant).transaction(context, async (sql) => {
    const [row] = await sql.query<{ at: string }>(context, takeStamp);
    if (!row) {
      throw new Error('The lock of a tenant gave no time.');
    }
    return work({
      query: (inner, sent) => sql.query(inner, sent),
      rows: (inner, sent) => sql.rows(inner, sent),
      change: (inner, changed, values) => {
        const ours = { at: row.at, actor: null, traceparent: inner.trace.traceparent, scope: 'all', viewer: null };
        return sql.query(inner, changed.with({ ...values, ...ours }));
      },
    });
  });
}

const takeStamp = statement('marketing_stamp', `select ${recordRules.stamp('1')}::text as at`);
