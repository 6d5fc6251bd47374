import { audit, type ChangeContext } from '@rapport/audit';
import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/**
 * Notes that a tenant has a verified owner where the user has become one. The user is held or new. True if the tenant had
 * none before; the caller then publishes the tenant after its transaction. Who locks a tenant and users locks it last.
 */
export async function noteVerifiedOwner(
  context: ChangeContext,
  sql: Sql,
  tenantId: string,
  userId: string,
): Promise<boolean> {
  const isFirst = await endWaitForOwner(context, sql, userId);
  if (isFirst) {
    await audit(context, sql, tenantId, 'owner.verified', userId);
  }
  return isFirst;
}

/** Nothing waits any more for an owner of the tenant, if the user is a verified one. True if something did. */
export async function endWaitForOwner(context: CallContext, sql: Sql, userId: string): Promise<boolean> {
  return (await sql.query(context, verifyTenant, [userId])).length > 0;
}

// $1 user
const verifyTenant = statement(
  'tenant_verify',
  `update control.tenant t set verify_by = null, is_unverified = false, version = control.next_version(t.version)
from control.membership m join control.identity i on i.id = m.identity_id
where m.id = $1 and m.is_active and 'owner' = any(m.roles) and i.is_verified and t.id = m.tenant_id
  and t.verify_by is not null
returning t.id`,
);
