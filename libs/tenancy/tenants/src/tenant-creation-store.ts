import { statement, type Sql } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';

/** A caller's Idempotency-Key, with the digest of the request that it was sent with. */
export interface CreationKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

export interface NewCreation {
  readonly tenantId: string;
  readonly ownerId: string;
  readonly workId: string;
  /** Null if the owner already has a login, which stays as it is. */
  readonly passwordHash: string | null;
  readonly operator: string;
  readonly key: CreationKey | undefined;
}

/** A creation that was begun under a key. */
export interface BegunCreation {
  readonly tenantId: string;
  readonly workId: string;
  readonly ownerId: string;
  readonly ownerEmail: string;
  readonly fingerprint: Buffer;
}

export interface AbandonedSchema {
  readonly number: number;
  readonly cell: string;
  readonly ownerId: string;
}

/** The statements of creations, in control. */
export class TenantCreationStore {
  async insert(context: CallContext, sql: Sql, creation: NewCreation, holdMs: number): Promise<void> {
    const { key = null, fingerprint = null } = creation.key ?? {};
    await sql.query(context, insertCreation.with({ ...creation, key, fingerprint, holdMs }));
    await sql.query(context, forgetOld);
  }

  async find(context: CallContext, sql: Sql, operator: string, key: string): Promise<BegunCreation | undefined> {
    const [row] = await sql.query<BegunCreation>(context, findByKey.with({ operator, key }));
    return row;
  }

  /** False while another call holds the creation. */
  async hold(context: CallContext, sql: Sql, tenantId: string, holdMs: number): Promise<boolean> {
    return (await sql.query(context, holdCreation.with({ tenantId, holdMs }))).length > 0;
  }

  async release(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await sql.query(context, releaseCreation.with({ tenantId }));
  }

  async forget(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await sql.query(context, forgetCreation.with({ tenantId }));
  }

  /** The owner's identity. Undefined if the owner has changed the password that the creation gave; it then stays. */
  async changePassword(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    passwordHash: string,
  ): Promise<string | undefined> {
    const [row] = await sql.query<{ identityId: string }>(context, changePassword.with({ tenantId, passwordHash }));
    return row?.identityId;
  }

  async unanswered(context: CallContext, sql: Sql): Promise<string[]> {
    const rows = await sql.query<{ tenantId: string }>(context, findUnanswered);
    return rows.map(({ tenantId }) => tenantId);
  }

  /** Removes a creation from control. False if there is no creation without a key, or its tenant is in use. */
  async undo(context: CallContext, sql: Sql, tenantId: string, dueInMs: number): Promise<boolean> {
    const [undone] = await sql.query<{ ownerId: string; passwordHash: string | null; isInUse: boolean }>(
      context,
      takeCreation.with({ tenantId }),
    );
    if (!undone || undone.isInUse) {
      return false;
    }
    const { ownerId, passwordHash } = undone;
    for (const removal of removals) {
      await sql.query(context, removal.with({ tenantId }));
    }
    const [login] = await sql.query<{ id: string }>(context, removeOwner.with({ tenantId, ownerId }));
    await sql.query(context, removeLogin.with({ id: login?.id, passwordHash }));
    await sql.query(context, removeTenant.with({ tenantId, ownerId, dueInMs }));
    return true;
  }

  /** The next schema to remove. No other process gets it for so long. */
  async nextAbandoned(context: CallContext, sql: Sql, againInMs: number): Promise<AbandonedSchema | undefined> {
    const [row] = await sql.query<AbandonedSchema>(context, claimAbandoned.with({ againInMs }));
    return row;
  }

  async forgetAbandoned(context: CallContext, sql: Sql, number: number): Promise<void> {
    await sql.query(context, forgetAbandoned.with({ number }));
  }
}

// The second of two calls with one key waits until the first commits, and then violates the key.
const insertCreation = statement(
  'tenant_creation_insert',
  `insert into control.tenant_creation (tenant_id, owner_id, work_id, password_hash, operator, key, fingerprint,
    held_until)
values (:tenantId, :ownerId, :workId, :passwordHash, :operator, :key, :fingerprint, clock_timestamp() + :holdMs::int * interval '1 millisecond')`,
);

// Each creation removes the few that are older than a day, so the table stays small.
const forgetOld = statement(
  'tenant_creation_forget_old',
  `delete from control.tenant_creation where key is not null
    and created_on <= clock_timestamp() - interval '${lives.idempotencyKey}'`,
);

const findByKey = statement(
  'tenant_creation_find',
  `select tenant_creation.tenant_id as "tenantId", tenant_creation.work_id as "workId",
    tenant_creation.owner_id as "ownerId", identity.email as "ownerEmail", tenant_creation.fingerprint
from control.tenant_creation join control.membership on membership.id = tenant_creation.owner_id
  join control.identity on identity.id = membership.identity_id
where tenant_creation.operator = :operator and tenant_creation.key = :key`,
);

// Of several calls at once one gets a row.
const holdCreation = statement(
  'tenant_creation_hold',
  `update control.tenant_creation set held_until = clock_timestamp() + :holdMs::int * interval '1 millisecond'
where tenant_id = :tenantId and held_until < clock_timestamp() returning tenant_id`,
);

const releaseCreation = statement(
  'tenant_creation_release',
  `update control.tenant_creation set held_until = '-infinity' where tenant_id = :tenantId`,
);

const forgetCreation = statement(
  'tenant_creation_forget',
  `delete from control.tenant_creation where tenant_id = :tenantId`,
);

// It returns a row if the password was changed.
const changePassword = statement(
  'tenant_creation_change_password',
  `with changed as (
  update control.identity set password_hash = :passwordHash, password_set_on = clock_timestamp()
  from control.tenant_creation join control.membership on membership.id = tenant_creation.owner_id
  where tenant_creation.tenant_id = :tenantId and identity.id = membership.identity_id
    and identity.password_hash = tenant_creation.password_hash
  returning identity.id
)
update control.tenant_creation set password_hash = :passwordHash from changed where tenant_id = :tenantId
  returning changed.id as "identityId"`,
);

// No call takes a minute, so no caller waits for the answer of these.
const findUnanswered = statement(
  'tenant_creation_unanswered',
  `select tenant_id as "tenantId" from control.tenant_creation
where key is null and created_on < clock_timestamp() - interval '1 minute' order by created_on limit 100`,
);

// The row goes in any case. A tenant with clients, teams, more users than its owner, or an owner who has signed in is in use, so it stays.
// Its use is noted for longer than any session.
const takeCreation = statement(
  'tenant_creation_take',
  `delete from control.tenant_creation where tenant_id = :tenantId and key is null
returning owner_id as "ownerId", password_hash as "passwordHash",
  exists (select from control.api_client where tenant_id = :tenantId)
    or exists (select from control.team where tenant_id = :tenantId)
    or exists (select from control.membership where tenant_id = :tenantId and id <> owner_id)
    or exists (select from control.session where user_id = owner_id)
    or exists (select from control.authorization_code where user_id = owner_id)
    or exists (select from control.usage where tenant_id = :tenantId) as "isInUse"`,
);

const removals = [
  statement('tenant_creation_undo_work', `delete from control.cell_work where tenant_id = :tenantId`),
  statement('tenant_creation_undo_roles', `delete from control.role where tenant_id = :tenantId`),
];

const removeOwner = statement(
  'tenant_creation_undo_owner',
  `delete from control.membership where tenant_id = :tenantId and id = :ownerId returning identity_id as id`,
);

// The creation's login goes with it, unless another tenant uses it by now.
const removeLogin = statement(
  'tenant_creation_undo_login',
  `delete from control.identity where id = :id::uuid and password_hash = :passwordHash
  and not exists (select from control.membership where identity_id = :id)`,
);

// Its schema goes later: a statement that was sent to the cell may still run.
const removeTenant = statement(
  'tenant_creation_undo_tenant',
  `with gone as (delete from control.tenant where id = :tenantId returning number, cell)
insert into control.abandoned_schema (number, cell, owner_id, due_on)
select number, cell, :ownerId, clock_timestamp() + :dueInMs::int * interval '1 millisecond' from gone`,
);

// Two processes never take the same schema.
const claimAbandoned = statement(
  'abandoned_schema_claim',
  `update control.abandoned_schema set due_on = clock_timestamp() + :againInMs::int * interval '1 millisecond'
where number = (select number from control.abandoned_schema where due_on < clock_timestamp() order by due_on
  limit 1 for update skip locked)
returning number, cell, owner_id as "ownerId"`,
);

const forgetAbandoned = statement(
  'abandoned_schema_forget',
  `delete from control.abandoned_schema where number = :number`,
);
