import { statement, type Sql } from '@rapport/database';
import { addressKey, type CallContext } from '@rapport/kernel';

export interface Identity {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** A user that a person may be now. */
export interface OwnUser {
  readonly id: string;
  readonly tenantId: string;
  readonly organisationName: string;
  readonly epoch: number;
}

/** The statements that find out who a person is. */
export class IdentityStore {
  async find(context: CallContext, sql: Sql, email: string): Promise<Identity | undefined> {
    const [row] = await sql.query<Identity>(context, findIdentity, [addressKey(email)]);
    return row;
  }

  /** The active users of an identity, in all its tenants. */
  async usersOf(context: CallContext, sql: Sql, identityId: string): Promise<OwnUser[]> {
    return sql.query<OwnUser>(context, listUsers, [identityId]);
  }
}

const findIdentity = statement(
  'sign_in_identity',
  `select id, email, password_hash as "passwordHash" from control.identity where email_key = $1`,
);

// A suspended tenant still takes its people in.
const listUsers = statement(
  'sign_in_users',
  `select m.id, m.tenant_id as "tenantId", t.name as "organisationName", m.epoch
from control.membership m join control.tenant t on t.id = m.tenant_id
where m.identity_id = $1 and m.is_active and t.state not in ('provisioning', 'provisioningFailed') order by t.name, t.id`,
);
