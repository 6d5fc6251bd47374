import { changedRow, type ChangedRow, laterTime, type Sql, statement, versionOf } from '@rapport/database';
import { type CallContext } from '@rapport/kernel';
import { scopes } from '@rapport/kinds';
import { roleColumns } from './role-columns.ts';
import type { Role, RoleInput } from './role.ts';

/** A role that a change holds. */
export interface HeldRole extends Role {
  readonly id: string;
}

/** A role as a user gets it. */
export interface GrantedRole {
  readonly code: string;
  readonly permissions: readonly string[];
}

/** The statements of roles, each in the transaction of its caller. */
export class RoleStore {
  async find(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<Role | undefined> {
    const [row] = await sql.query<Role>(context, findRole, [tenantId, code]);
    return row;
  }

  /** The role for a change of it. */
  async hold(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<HeldRole | undefined> {
    const [row] = await sql.query<HeldRole>(context, holdRole, [tenantId, code]);
    return row;
  }

  /** The active ones among the roles. */
  async grantable(context: CallContext, sql: Sql, tenantId: string, codes: readonly string[]): Promise<GrantedRole[]> {
    return sql.query<GrantedRole>(context, findGrantable, [tenantId, codes]);
  }

  async insertBuiltIn(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    code: string,
    permissions: readonly string[],
  ): Promise<void> {
    await sql.query(context, insertBuiltIn, [tenantId, code, permissions]);
  }

  /** The version of the new role; undefined if the code is taken, or was. */
  async insert(context: CallContext, sql: Sql, tenantId: string, role: RoleInput): Promise<string | undefined> {
    const values = [tenantId, role.code, role.name, role.permissions];
    const [row] = await sql.query<ChangedRow>(context, insertRole, values);
    return row?.lastModifiedOnUtc;
  }

  /** Gives the new version. */
  async update(context: CallContext, sql: Sql, id: string, role: RoleInput): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, updateRole, [id, role.name, role.permissions]));
  }

  /** Gives each user of a role whose permissions changed another version, with which its new rights are known. */
  async bringHolders(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<void> {
    await sql.query(context, bringHolders, [tenantId, code, scopes]);
  }

  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setRoleActive, [id, isActive]);
  }

  async isHeld(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<boolean> {
    return (await sql.query(context, findHolder, [tenantId, code])).length > 0;
  }
}

// $1 tenant $2 code
const findRole = statement('role_find', `select ${roleColumns} from control.role where tenant_id = $1 and code = $2`);

const holdRole = statement(
  'role_hold',
  `select ${roleColumns}, role.id from control.role where tenant_id = $1 and code = $2`,
);

// $1 tenant $2 codes
const findGrantable = statement(
  'role_grantable',
  `select code, permissions from control.role
where tenant_id = $1 and code = any($2::text[]) and is_active order by code`,
);

const insertBuiltIn = statement(
  'role_insert_built_in',
  `insert into control.role (tenant_id, code, name, permissions, is_built_in) values ($1, $2, $2, $3, true)`,
);

const insertRole = statement(
  'role_insert',
  `insert into control.role (tenant_id, code, name, permissions) values ($1, $2, $3, $4)
on conflict do nothing returning ${changedRow}`,
);

const changed = laterTime('last_modified_on');

// $1 role $2 name $3 permissions
const updateRole = statement(
  'role_update',
  `update control.role set name = $2, permissions = $3, ${changed} where id = $1 returning ${changedRow}`,
);

// The view gets another number where the user may read something else than that number stands for. Users are locked in the
// order of their ids. $1 tenant $2 code $3 scopes
const bringHolders = statement(
  'role_bring_holders',
  `with held as (
  select id, array(
    select distinct permission from control.role cross join unnest(role.permissions) as permission
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)
      and permission like '%.read' and permission = any($3::text[])
    order by permission) as reads
  from control.membership where tenant_id = $1 and $2::text = any(roles) order by id for no key update
)
update control.membership set version = control.next_version(membership.version), view_reads = held.reads,
  view_number = membership.view_number + case when membership.view_reads is distinct from held.reads then 1 else 0 end
from held where membership.id = held.id`,
);

const setRoleActive = statement('role_set_active', `update control.role set is_active = $2, ${changed} where id = $1`);

const findHolder = statement(
  'role_holder',
  `select id from control.membership where tenant_id = $1 and $2::text = any(roles) limit 1`,
);
