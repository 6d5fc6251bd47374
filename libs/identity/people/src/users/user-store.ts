import { entitlements, subscribedTenant } from '@rapport/admission';
import { changedRow, type ChangedRow, laterTime, type Sql, statement, versionOf } from '@rapport/database';
import { addressKey, AppError, type CallContext } from '@rapport/kernel';
import type { DataScope } from '@rapport/kinds';
import type { User, UserInput } from './user.ts';
import { userColumns } from './user-columns.ts';

/** A user that a change holds, with what decides whether the change may be. */
export interface HeldUser extends User {
  readonly identityId: string | null;
  readonly viewNumber: number;
  readonly permissions: readonly string[];
  /** The read permissions for which the view has its number; null where they are not known. */
  readonly viewReads: readonly string[] | null;
}

export interface NewUser extends UserInput {
  readonly id: string;
  readonly tenantId: string;
  /** Null until the person follows the invitation. */
  readonly identityId: string | null;
  readonly viewReads: readonly string[];
}

export interface ChangedUser {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly dataScope: DataScope;
  readonly teamId: string | null;
  readonly viewNumber: number;
  readonly viewReads: readonly string[];
}

/** The statements of users, each in the transaction of its caller. */
export class UserStore {
  /** Throws 403 where the plan allows no more active users. Changes of principals come one after the other, so what it saw holds. */
  async requireRoom(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    const [room] = await sql.query<{ users: number; usersMax: number | null }>(context, findRoom.with({ tenantId }));
    if (room && room.usersMax !== null && room.users >= room.usersMax) {
      throw new AppError(
        'plan_limit_reached',
        `The plan allows ${room.usersMax} active users, invited ones included; disable one, or choose a larger plan.`,
      );
    }
  }

  async find(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<User | undefined> {
    const [row] = await sql.query<User>(context, findUser.with({ tenantId, id }));
    return row;
  }

  /** The user, which no other change touches until the transaction ends. */
  async hold(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<HeldUser | undefined> {
    const [row] = await sql.query<HeldUser>(context, holdUser.with({ tenantId, id }));
    return row;
  }

  /** The version of the new user; undefined if the tenant has one with that address or identity. */
  async insert(context: CallContext, sql: Sql, user: NewUser): Promise<string | undefined> {
    const sent = insertUser.with({ ...user, emailKey: addressKey(user.email) });
    const [row] = await sql.query<ChangedRow>(context, sent);
    return row?.lastModifiedOnUtc;
  }

  /** Gives the new version. */
  async update(context: CallContext, sql: Sql, user: ChangedUser): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, updateUser.with(user)));
  }

  /** A disable also ends the tokens of every client that runs as the user. */
  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setUserActive.with({ id, isActive }));
    if (!isActive) {
      await sql.query(context, endTokensOfUser.with({ userId: id }));
    }
  }

  async noteInvited(context: CallContext, sql: Sql, id: string): Promise<void> {
    await sql.query(context, noteInvited.with({ id }));
  }

  /** Whether another owner could act if this one went. */
  async hasOtherOwner(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (await sql.query(context, findOtherOwner.with({ tenantId, id }))).length > 0;
  }
}

const findRoom = statement(
  'user_room',
  `select (${entitlements} ->> 'users')::int as "usersMax",
  (select count(*)::int from control.membership where tenant_id = tenant.id and is_active) as users
from ${subscribedTenant} where tenant.id = :tenantId`,
);

const findUser = statement(
  'user_find',
  `select ${userColumns} from control.membership left join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.id = :id`,
);

// Locks the user, so that changes of one user come one after the other.
const holdUser = statement(
  'user_hold',
  `select ${userColumns}, membership.identity_id as "identityId", membership.view_number as "viewNumber",
  membership.view_reads as "viewReads",
  array(select distinct permission from control.role cross join unnest(role.permissions) as permission
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)) as permissions
from control.membership left join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.id = :id for no key update of membership`,
);

// It returns no row if the address or the identity is a user of the tenant already. One without an identity is invited.
const insertUser = statement(
  'user_insert',
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope, team_id, email, view_reads,
    email_key, joined_on, invited_on)
select :id, :tenantId, :identityId::uuid, :name, :roles, :dataScope, :teamId, :email, :viewReads::text[], :emailKey, case when :identityId::uuid is not null then clock_timestamp() end,
  case when :identityId::uuid is null then clock_timestamp() end
where not exists (select from control.membership join control.identity on identity.id = membership.identity_id
  where membership.tenant_id = :tenantId and identity.email_key = :emailKey)
on conflict do nothing returning ${changedRow}`,
);

const changed = `${laterTime('last_modified_on')},
    version = control.next_version(version)`;

const updateUser = statement(
  'user_update',
  `update control.membership set name = :name, roles = :roles, data_scope = :dataScope, team_id = :teamId, view_number = :viewNumber,
    view_reads = :viewReads, ${changed}
where id = :id returning ${changedRow}`,
);

const setUserActive = statement(
  'user_set_active',
  `update control.membership set is_active = :isActive, ${changed} where id = :id`,
);

const endTokensOfUser = statement(
  'user_end_tokens',
  `update control.api_client set epoch = epoch + 1, version = control.next_version(version) where run_as = :userId`,
);

const noteInvited = statement(
  'user_note_invited',
  `update control.membership set invited_on = clock_timestamp(), ${changed} where id = :id`,
);

const findOtherOwner = statement(
  'user_other_owner',
  `select id from control.membership
where tenant_id = :tenantId and id <> :id and is_active and joined_on is not null and 'owner' = any(roles) limit 1`,
);
