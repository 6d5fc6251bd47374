import { advisoryLocks, statement, type Database, type Sql } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';

/**
 * A transaction that changes users, roles, teams or API clients of a tenant. Such changes of one tenant come one after the
 * other, so what one of them has read of the actor, and of what it refers to, stays true until its end.
 */
export function changePrincipals<T>(
  context: CallContext,
  database: Database,
  tenant: TenantRef,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return database.control.transaction(context, async (sql) => {
    await sql.query(context, lock.with({ tenantNumber: tenant.number }));
    return work(sql);
  });
}

// The snapshots of the statements behind it are younger than the change before.
const lock = statement(
  'tenant_principals_lock',
  `select pg_advisory_xact_lock(${advisoryLocks.tenantPrincipals}, :tenantNumber::int)`,
);
