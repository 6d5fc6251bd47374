import { statement, type Database, type Sql } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { recordRules } from '@rapport/records';

/** Runs work in a transaction behind the tenant's lock, at the time of its stamp. */
export function underStamp<T>(
  context: CallContext,
  database: Database,
  tenant: TenantRef,
  work: (sql: Sql, at: string) => Promise<T>,
): Promise<T> {
  return database.tenant(tenant).transaction(context, async (sql) => {
    const [row] = await sql.query<{ at: string }>(context, takeStamp);
    if (!row) {
      throw new Error('The lock of a tenant gave no time.');
    }
    return work(sql, row.at);
  });
}

const takeStamp = statement('marketing_stamp', `select ${recordRules.stamp('1')}::text as at`);
