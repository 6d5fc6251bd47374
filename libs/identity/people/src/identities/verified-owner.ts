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
  return (await sql.query(context, verifyTenant.with({ userId }))).length > 0;
}

const verifyTenant = statement(
  'tenant_verify',
  `update control.tenant set verify_by = null, is_unverified = false, signup_network = null,
  version = control.next_version(tenant.version)
from control.membership join control.identity on identity.id = membership.identity_id
where membership.id = :userId and membership.is_active and 'owner' = any(membership.roles) and identity.is_verified
  and tenant.id = membership.tenant_id and tenant.verify_by is not null
returning tenant.id`,
);
