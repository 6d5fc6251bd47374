import { randomInt } from 'node:crypto';
import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';

/** A tenant in control alone. */
export async function seedTenant(context: CallContext, sql: Sql) {
  // Test files have databases of their own and share a Redis, whose keys begin with this number.
  const tenant = { tenantId: newId(), tenantNumber: randomInt(1, 2 ** 31) };
  await sql.query(context, insertTenant.with(tenant));
  return tenant;
}

const insertTenant = statement(
  'seed_tenant',
  `with c as (
    insert into control.cell (name) values ('cell') on conflict do nothing
  ), t as (
    insert into control.tenant (id, number, name, cell, state)
    values (:tenantId, :tenantNumber, 'A tenant', 'cell', 'active') returning id
  )
  insert into control.subscription (tenant_id, plan_code) select id, 'professional' from t`,
);
