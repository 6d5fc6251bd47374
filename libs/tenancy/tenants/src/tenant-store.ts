import { shownState, subscribedTenant } from '@rapport/admission';
import { statement, utcText, type Sql } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { ListedTenant } from '@rapport/kinds';
import type { NewTenant } from './tenant.ts';

/** The statements of tenants, in control or in a transaction there. */
export class TenantStore {
  /** False if no cell takes tenants, or the named one does not. */
  async insert(context: CallContext, sql: Sql, id: string, tenant: NewTenant): Promise<boolean> {
    // In the order of their numbers. A member that nothing keeps does not compile.
    const values: Record<'id' | keyof NewTenant, string | number | boolean | null> = {
      id,
      organisationName: tenant.organisationName,
      planCode: tenant.planCode,
      requestsPerMinute: tenant.requestsPerMinute,
      tokenRequestsPerMinute: tenant.tokenRequestsPerMinute,
      cell: tenant.cell ?? null,
      billing: tenant.billing ?? 'none',
      isSignup: tenant.isSignup === true,
      signupNetwork: tenant.signupNetwork ?? null,
    };
    return (await sql.query(context, insertTenant, Object.values(values))).length > 0;
  }

  /** The owner of a new tenant; undefined where its creation was undone meanwhile. */
  async owner(
    context: CallContext,
    sql: Sql,
    ownerId: string,
  ): Promise<{ readonly name: string; readonly version: number } | undefined> {
    const [row] = await sql.query<{ name: string; version: number }>(context, findOwner, [ownerId]);
    return row;
  }

  async find(context: CallContext, sql: Sql, id: string): Promise<ListedTenant | undefined> {
    const [row] = await sql.query<ListedTenant>(context, findTenant, [id]);
    return row;
  }

  /** False if the tenant is in none of the states it may come from. */
  async changeState(context: CallContext, sql: Sql, id: string, from: readonly string[], to: string): Promise<boolean> {
    return (await sql.query(context, changeState, [id, from, to])).length > 0;
  }

  /** False if it has the name already. */
  async rename(context: CallContext, sql: Sql, id: string, name: string): Promise<boolean> {
    return (await sql.query(context, renameTenant, [id, name])).length > 0;
  }

  async putCells(context: CallContext, sql: Sql, names: readonly string[]): Promise<void> {
    await sql.query(context, putCells, [names]);
  }

  /** The cells that take tenants. */
  async openCells(context: CallContext, sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ name: string }>(context, listOpenCells);
    return rows.map(({ name }) => name);
  }
}

/** The schema of a tenant, in SQL. */
export const schemaColumn = `'t' || lpad(tenant.number::text, greatest(5, length(tenant.number::text)), '0')`;

/** A tenant as `ListedTenant` has it, of `subscribedTenant`. */
export const tenantColumns = `tenant.id as "tenantId", tenant.number, tenant.name as "organisationName",
  ${schemaColumn} as schema, tenant.cell, ${shownState} as state,
  subscription.plan_code as "planCode", ${utcText('tenant.created_on')} as "createdOnUtc"`;

// The tenant goes into the named cell, or into the one with the fewest. No row if no such cell takes any. A sign-up will have the trial of
// its plan. $1 id $2 name $3 plan $4 $5 its own entitlements $6 cell? $7 billing
// $8 whether it signed up, so that an owner has to be verified $9 the network that it came from
const insertTenant = statement(
  'tenant_insert',
  `with tenant as (
  insert into control.tenant (id, name, cell, state, overrides, verify_by, signup_network)
  select $1, $2, name, 'provisioning',
    jsonb_strip_nulls(jsonb_build_object('requestsPerMinute', $4::int, 'tokenRequestsPerMinute', $5::int)),
    case when $8 then now() + interval '${lives.unverifiedTenant}' end, $9
  from control.cell where accepts_tenants and ($6::text is null or name = $6)
  order by (select count(*) from control.tenant where tenant.cell = cell.name), name limit 1
  returning id
)
insert into control.subscription (tenant_id, plan_code, billing, status)
select tenant.id, plan.code, $7, case when $8 and plan.trial_days > 0 then 'trialing' else 'active' end
from tenant join control.plan on plan.code = $3 returning tenant_id`,
);

const findOwner = statement('tenant_owner', `select name, version from control.membership where id = $1`);

const findTenant = statement('tenant_find', `select ${tenantColumns} from ${subscribedTenant} where tenant.id = $1`);

const changeState = statement(
  'tenant_change_state',
  `update control.tenant set state = $3, version = control.next_version(version) where id = $1 and state = any($2)
    returning id`,
);

const listOpenCells = statement('cell_open', `select name from control.cell where accepts_tenants order by name`);

const renameTenant = statement(
  'tenant_rename',
  `update control.tenant set name = $2, version = control.next_version(version) where id = $1 and name <> $2 returning id`,
);

const putCells = statement(
  'cell_put',
  `insert into control.cell (name) select unnest($1::text[]) on conflict do nothing`,
);
