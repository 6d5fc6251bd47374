import type { DataScope } from '@rapport/admission';
import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

export interface UserRow {
  id: string;
  name: string;
  roles: string[];
  dataScope: DataScope;
  teamId: string | null;
  isActive: boolean;
  viewNumber: number;
  permissions: string[];
}

export interface NewUser {
  id: string;
  tenantId: string;
  identityId: string;
  email: string;
  name: string;
  role: string;
  dataScope: DataScope;
  teamId: string | null;
}

export interface ChangedUser {
  id: string;
  roles: readonly string[];
  dataScope: DataScope;
  teamId: string | null;
  viewNumber: number;
}

/** The statements of users, teams and roles, each in the transaction of its caller. */
export class UserStore {
  /** The identity of an e-mail address. It is new if there was none before. */
  async putIdentity(
    context: CallContext,
    sql: Sql,
    id: string,
    email: string,
    passwordHash: string,
  ): Promise<{ id: string; isNew: boolean }> {
    const [made] = await sql.query<{ id: string }>(context, insertIdentity, [id, email, passwordHash]);
    if (made) {
      return { id: made.id, isNew: true };
    }
    const [found] = await sql.query<{ id: string }>(context, findIdentity, [email]);
    if (!found) {
      throw new Error('An identity that is taken was not found.');
    }
    return { id: found.id, isNew: false };
  }

  async insert(context: CallContext, sql: Sql, user: NewUser): Promise<boolean> {
    const { id, tenantId, identityId, email, name, role, dataScope, teamId } = user;
    const values = [id, tenantId, identityId, name, [role], dataScope, teamId, email];
    return (await sql.query(context, insertUser, values)).length > 0;
  }

  async findForUpdate(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<UserRow | undefined> {
    const [row] = await sql.query<UserRow>(context, findUserForUpdate, [tenantId, id]);
    return row;
  }

  async update(context: CallContext, sql: Sql, user: ChangedUser): Promise<void> {
    await sql.query(context, updateUser, [user.id, user.roles, user.dataScope, user.teamId, user.viewNumber]);
  }

  /** A disable also ends the tokens of every client that runs as the user. */
  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setUserActive, [id, isActive]);
    if (!isActive) {
      await sql.query(context, endTokensOfUser, [id]);
    }
  }

  async permissionsOf(context: CallContext, sql: Sql, tenantId: string, role: string): Promise<string[] | undefined> {
    const [row] = await sql.query<{ permissions: string[] }>(context, findRole, [tenantId, role]);
    return row?.permissions;
  }

  async insertRole(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    code: string,
    permissions: readonly string[],
  ): Promise<void> {
    await sql.query(context, insertRole, [tenantId, code, permissions]);
  }

  async hasTeam(context: CallContext, sql: Sql, tenantId: string, teamId: string): Promise<boolean> {
    return (await sql.query(context, findTeam, [tenantId, teamId])).length > 0;
  }

  /** False if the tenant has a team of that name. */
  async insertTeam(context: CallContext, sql: Sql, tenantId: string, id: string, name: string): Promise<boolean> {
    return (await sql.query(context, insertTeam, [id, tenantId, name])).length > 0;
  }
}

// $1 id $2 e-mail $3 password hash
const insertIdentity = statement(
  'identity_insert',
  `insert into control.identity (id, email, password_hash) values ($1, $2, $3) on conflict (lower(email)) do nothing
    returning id`,
);

const findIdentity = statement('identity_find', `select id from control.identity where lower(email) = lower($1)`);

// It returns no row if the identity is a user of the tenant already.
const insertUser = statement(
  'user_insert',
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope, team_id, email, joined_on)
    values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())
on conflict do nothing returning id`,
);

// Locks the user, so that changes of one user come one after the other. $1 tenant $2 user
const findUserForUpdate = statement(
  'user_find_for_update',
  `select m.id, m.name, m.roles, m.data_scope as "dataScope", m.team_id as "teamId", m.is_active as "isActive",
    m.view_number as "viewNumber",
  array(select distinct p from control.role r cross join unnest(r.permissions) p where r.tenant_id = m.tenant_id
    and r.code = any(m.roles)) as permissions
from control.membership m where m.tenant_id = $1 and m.id = $2 for update of m`,
);

const updateUser = statement(
  'user_update',
  `update control.membership set roles = $2, data_scope = $3, team_id = $4, view_number = $5,
    version = control.next_version(version) where id = $1`,
);

const setUserActive = statement(
  'user_set_active',
  `update control.membership set is_active = $2, version = control.next_version(version) where id = $1`,
);

const endTokensOfUser = statement(
  'user_end_tokens',
  `update control.api_client set epoch = epoch + 1, version = control.next_version(version) where run_as = $1`,
);

const findRole = statement('role_find', `select permissions from control.role where tenant_id = $1 and code = $2`);

const insertRole = statement(
  'role_insert',
  `insert into control.role (tenant_id, code, name, permissions, is_built_in) values ($1, $2, $2, $3, true)`,
);

const findTeam = statement('team_find', `select id from control.team where tenant_id = $1 and id = $2`);

const insertTeam = statement(
  'team_insert',
  `insert into control.team (id, tenant_id, name) values ($1, $2, $3) on conflict (tenant_id, lower(name)) do nothing
    returning id`,
);
