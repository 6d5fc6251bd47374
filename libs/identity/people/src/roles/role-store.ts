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
    const [row] = await sql.query<Role>(context, findRole.with({ tenantId, code }));
    return row;
  }

  /** The role for a change of it. */
  async hold(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<HeldRole | undefined> {
    const [row] = await sql.query<HeldRole>(context, holdRole.with({ tenantId, code }));
    return row;
  }

  /** The active ones among the roles. */
  async grantable(context: CallContext, sql: Sql, tenantId: string, codes: readonly string[]): Promise<GrantedRole[]> {
    return sql.query<GrantedRole>(context, findGrantable.with({ tenantId, codes }));
  }

  async insertBuiltIn(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    code: string,
    permissions: readonly string[],
  ): Promise<void> {
    await sql.query(context, insertBuiltIn.with({ tenantId, code, permissions }));
  }

  /** The version of the new role; undefined if the code is taken, or was. */
  async insert(context: CallContext, sql: Sql, tenantId: string, role: RoleInput): Promise<string | undefined> {
    const [row] = await sql.query<ChangedRow>(context, insertRole.with({ ...role, tenantId }));
    return row?.lastModifiedOnUtc;
  }

  /** Gives the new version. */
  async update(context: CallContext, sql: Sql, id: string, role: RoleInput): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, updateRole.with({ ...role, id })));
  }

  /** Gives each user of a role whose permissions changed another version, with which its new rights are known. */
  async bringHolders(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<void> {
    await sql.query(context, bringHolders.with({ tenantId, code, scopes }));
  }

  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setRoleActive.with({ id, isActive }));
  }

  async isHeld(context: CallContext, sql: Sql, tenantId: string, code: string): Promise<boolean> {
    return (await sql.query(context, findHolder.with({ tenantId, code }))).length > 0;
  }
}

const findRole = statement(
  'role_find',
  `select ${roleColumns} from control.role where tenant_id = :tenantId and code = :code`,
);

const holdRole = statement(
  'role_hold',
  `select ${roleColumns}, role.id from control.role where tenant_id = :tenantId and code = :code`,
);

const findGrantable = statement(
  'role_grantable',
  `select code, permissions from control.role
where tenant_id = :tenantId and code = any(:codes::text[]) and is_active order by code`,
);

const insertBuiltIn = statement(
  'role_insert_built_in',
  `insert into control.role (tenant_id, code, name, permissions, is_built_in) values (:tenantId, :code, :code, :permissions, true)`,
);

const insertRole = statement(
  'role_insert',
  `insert into control.role (tenant_id, code, name, permissions) values (:tenantId, :code, :name, :permissions)
on conflict do nothing returning ${changedRow}`,
);

const changed = laterTime('last_modified_on');

const updateRole = statement(
  'role_update',
  `update control.role set name = :name, permissions = :permissions, ${changed} where id = :id returning ${changedRow}`,
);

// The view gets another number where the user may read something else than that number stands for. Users are locked in the
// order of their ids.
const bringHolders = statement(
  'role_bring_holders',
  `with held as (
  select id, array(
    select distinct permission from control.role cross join unnest(role.permissions) as permission
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)
      and permission like '%.read' and permission = any(:scopes::text[])
    order by permission) as reads
  from control.membership where tenant_id = :tenantId and :code::text = any(roles) order by id for no key update
)
update control.membership set version = control.next_version(membership.version), view_reads = held.reads,
  view_number = membership.view_number + case when membership.view_reads is distinct from held.reads then 1 else 0 end
from held where membership.id = held.id`,
);

const setRoleActive = statement(
  'role_set_active',
  `update control.role set is_active = :isActive, ${changed} where id = :id`,
);

const findHolder = statement(
  'role_holder',
  `select id from control.membership where tenant_id = :tenantId and :code::text = any(roles) limit 1`,
);
