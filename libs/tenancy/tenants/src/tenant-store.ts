import { anyTenant, shownState } from '@rapport/admission';
import { emptied, erased, type Sql, statement, type TenantTable, utcText } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { ListedTenant } from '@rapport/kinds';
import { countedCells } from './cell-store.ts';
import type { NewTenant } from './tenant.ts';

/** The statements of tenants, in control or in a transaction there. */
export class TenantStore {
  /** False if no cell has room, or there is none of that name. */
  async insert(context: CallContext, sql: Sql, id: string, tenant: NewTenant): Promise<boolean> {
    // A member that nothing keeps, or that the text does not name, does not compile.
    const kept = insertTenant.with({
      id,
      organisationName: tenant.organisationName,
      planCode: tenant.planCode,
      requestsPerMinute: tenant.requestsPerMinute,
      tokenRequestsPerMinute: tenant.tokenRequestsPerMinute,
      cell: tenant.cell ?? null,
      billing: tenant.billing ?? 'none',
      isSignup: tenant.isSignup === true,
      signupNetwork: tenant.signupNetwork ?? null,
    } satisfies Record<'id' | keyof NewTenant, unknown>);
    return (await sql.query(context, kept)).length > 0;
  }

  /** The owner of a new tenant; undefined where its creation was undone meanwhile. */
  async owner(
    context: CallContext,
    sql: Sql,
    ownerId: string,
  ): Promise<{ readonly name: string; readonly version: number } | undefined> {
    const [row] = await sql.query<{ name: string; version: number }>(context, findOwner.with({ ownerId }));
    return row;
  }

  async find(context: CallContext, sql: Sql, id: string): Promise<ListedTenant | undefined> {
    const [row] = await sql.query<ListedTenant>(context, findTenant.with({ id }));
    return row;
  }

  /** False if the tenant is in none of the states it may come from. */
  async changeState(context: CallContext, sql: Sql, id: string, from: readonly string[], to: string): Promise<boolean> {
    return (await sql.query(context, changeState.with({ id, from, to }))).length > 0;
  }

  /** False if it has the name already. */
  async rename(context: CallContext, sql: Sql, id: string, name: string): Promise<boolean> {
    return (await sql.query(context, renameTenant.with({ id, name }))).length > 0;
  }
}

export const tenantTables: readonly TenantTable[] = [
  erased('control.tenant_creation'),
  emptied('control.tenant', {
    where: `id = :tenantId::uuid and (name is not null or signup_network is not null or overrides <> '{}')`,
    set: `name = null, signup_network = null, overrides = '{}'`,
    why: 'its number is never given again, and its deletion can be looked up',
  }),
];

/** The schema of a tenant, in SQL. */
export const schemaColumn = `'t' || lpad(tenant.number::text, greatest(5, length(tenant.number::text)), '0')`;

/** A tenant as `ListedTenant` has it, of `anyTenant`. */
export const tenantColumns = `tenant.id as "tenantId", tenant.number, tenant.name as "organisationName",
  ${schemaColumn} as schema, tenant.cell, ${shownState} as state,
  subscription.plan_code as "planCode", ${utcText('tenant.created_on')} as "createdOnUtc"`;

// The tenant goes into the named cell, or into the open one with the fewest of those that have room. No row if there is none. Those that are
// made at one moment do not count each other. A sign-up will have the trial of its plan.
const insertTenant = statement(
  'tenant_insert',
  `with tenant as (
  insert into control.tenant (id, name, cell, state, overrides, verify_by, signup_network)
  select :id, :organisationName, name, 'provisioning',
    jsonb_strip_nulls(jsonb_build_object('requestsPerMinute', :requestsPerMinute::int, 'tokenRequestsPerMinute', :tokenRequestsPerMinute::int)),
    case when :isSignup then now() + interval '${lives.unverifiedTenant}' end, :signupNetwork
  from ${countedCells} where name = :cell or :cell::text is null and is_open and tenants < tenants_max
  order by tenants, name limit 1
  returning id
)
insert into control.subscription (tenant_id, plan_code, billing, status)
select tenant.id, plan.code, :billing, case when :isSignup and plan.trial_days > 0 then 'trialing' else 'active' end
from tenant join control.plan on plan.code = :planCode returning tenant_id`,
);

const findOwner = statement('tenant_owner', `select name, version from control.membership where id = :ownerId`);

const findTenant = statement('tenant_find', `select ${tenantColumns} from ${anyTenant} where tenant.id = :id`);

const changeState = statement(
  'tenant_change_state',
  `update control.tenant set state = :to, version = control.next_version(version) where id = :id and state = any(:from)
    returning id`,
);

const renameTenant = statement(
  'tenant_rename',
  `update control.tenant set name = :name, version = control.next_version(version) where id = :id and name <> :name returning id`,
);
