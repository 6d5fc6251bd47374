import { laterTime, type Sql, statement } from '@rapport/database';
import { addressKey, type CallContext } from '@rapport/kernel';

/** An identity with what decides about its password. */
export interface Identity {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isVerified: boolean;
}

/** The verified identity of an address for which an operator vouches. */
export interface VouchedIdentity {
  readonly id: string;
  /** The person has a password of its own, which stays. */
  readonly hasOwnPassword: boolean;
}

/** A user of an identity. */
export interface IdentityUser {
  readonly id: string;
  readonly tenantId: string;
  readonly organisationName: string;
  readonly isActive: boolean;
}

/** The statements of identities, each in the transaction of its caller. Who locks an identity and users locks it first. */
export class IdentityStore {
  /** The verified identity of an address, which has one at most. */
  async findVerified(context: CallContext, sql: Sql, email: string): Promise<Identity | undefined> {
    const [row] = await sql.query<Identity>(context, findVerified.with({ emailKey: addressKey(email) }));
    return row;
  }

  async findOfUser(context: CallContext, sql: Sql, tenantId: string, userId: string): Promise<Identity | undefined> {
    const [row] = await sql.query<Identity>(context, findOfUser.with({ tenantId, userId }));
    return row;
  }

  /** False if the identity has another password by now. The identity stays as it is until the transaction ends. */
  async hold(
    context: CallContext,
    sql: Sql,
    { id, passwordHash }: Pick<Identity, 'id' | 'passwordHash'>,
  ): Promise<boolean> {
    return (await sql.query(context, holdIdentity.with({ id, passwordHash }))).length > 0;
  }

  async users(context: CallContext, sql: Sql, identityId: string): Promise<IdentityUser[]> {
    return sql.query<IdentityUser>(context, findUsers.with({ identityId }));
  }

  /** Makes the verified identity of an address, or holds the one that is there. */
  async vouch(
    context: CallContext,
    sql: Sql,
    id: string,
    email: string,
    passwordHash: string,
  ): Promise<VouchedIdentity> {
    if (await this.insertVerified(context, sql, id, email, passwordHash)) {
      return { id, hasOwnPassword: false };
    }
    const found = await this.holdVerified(context, sql, email);
    if (!found) {
      throw new Error('An identity that is taken was not found.');
    }
    return { id: found.id, hasOwnPassword: true };
  }

  /** The verified identity of an address stays as it is until the transaction ends. */
  async holdVerified(context: CallContext, sql: Sql, email: string): Promise<Identity | undefined> {
    const [row] = await sql.query<Identity>(context, holdVerified.with({ emailKey: addressKey(email) }));
    return row;
  }

  /** False if the address has a verified identity. */
  async insertVerified(
    context: CallContext,
    sql: Sql,
    id: string,
    email: string,
    passwordHash: string,
  ): Promise<boolean> {
    const identity = { id, email, emailKey: addressKey(email), passwordHash };
    return (await sql.query(context, insertVerified.with(identity))).length > 0;
  }

  /** The identity of a sign-up, whatever other identities the address has. */
  async insertUnverified(
    context: CallContext,
    sql: Sql,
    id: string,
    email: string,
    passwordHash: string,
  ): Promise<void> {
    await sql.query(context, insertUnverified.with({ id, email, emailKey: addressKey(email), passwordHash }));
  }

  /** The identity of a sign-up is that of its address from now on. It violates `identity_email_taken` where there is one. */
  async verify(context: CallContext, sql: Sql, id: string): Promise<void> {
    await sql.query(context, verifyIdentity.with({ id }));
  }

  async setPassword(context: CallContext, sql: Sql, id: string, passwordHash: string): Promise<void> {
    await sql.query(context, setPassword.with({ id, passwordHash }));
  }

  async join(context: CallContext, sql: Sql, userId: string, identityId: string): Promise<void> {
    await sql.query(context, joinIdentity.with({ userId, identityId }));
  }
}

const columns = `identity.id, identity.email, identity.password_hash as "passwordHash",
  identity.is_verified as "isVerified"`;

const findVerified = statement(
  'identity_find_verified',
  `select ${columns} from control.identity where email_key = :emailKey and is_verified`,
);

const findOfUser = statement(
  'identity_of_user',
  `select ${columns} from control.membership join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.id = :userId`,
);

const holdIdentity = statement(
  'identity_hold',
  `select id from control.identity where id = :id and password_hash = :passwordHash for no key update`,
);

const holdVerified = statement(
  'identity_hold_verified',
  `select ${columns} from control.identity where email_key = :emailKey and is_verified for no key update`,
);

const findUsers = statement(
  'identity_users',
  `select membership.id, membership.tenant_id as "tenantId", tenant.name as "organisationName",
  membership.is_active as "isActive"
from control.membership join control.tenant on tenant.id = membership.tenant_id
where membership.identity_id = :identityId order by membership.id`,
);

// It waits for another transaction that makes or verifies one.
const insertVerified = statement(
  'identity_insert_verified',
  `insert into control.identity (id, email, email_key, password_hash) values (:id, :email, :emailKey, :passwordHash)
on conflict (email_key) where is_verified do nothing returning id`,
);

const insertUnverified = statement(
  'identity_insert_unverified',
  `insert into control.identity (id, email, email_key, password_hash, is_verified) values (:id, :email, :emailKey, :passwordHash, false)`,
);

const verifyIdentity = statement('identity_verify', `update control.identity set is_verified = true where id = :id`);

const setPassword = statement(
  'identity_set_password',
  `update control.identity set password_hash = :passwordHash, password_set_on = clock_timestamp() where id = :id`,
);

// A user that joined stays with its identity.
const joinIdentity = statement(
  'user_join',
  `update control.membership set identity_id = :identityId, joined_on = clock_timestamp(),
    ${laterTime('last_modified_on')},
    version = control.next_version(version)
where id = :userId and identity_id is null`,
);
