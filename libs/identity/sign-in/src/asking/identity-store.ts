import { statement, type Sql } from '@rapport/database';
import { addressKey, isUuid, type CallContext } from '@rapport/kernel';

export interface Identity {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isVerified: boolean;
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
  /** The verified identity of an address. */
  async findVerified(context: CallContext, sql: Sql, email: string): Promise<Identity | undefined> {
    const [row] = await sql.query<Identity>(context, findVerified, [addressKey(email)]);
    return row;
  }

  /** The identity of a tenant's user with the address, verified or not. A tenant that is none has no user. */
  async findInTenant(context: CallContext, sql: Sql, tenantId: string, email: string): Promise<Identity | undefined> {
    const values = [isUuid(tenantId) ? tenantId : noTenant, addressKey(email)];
    const [row] = await sql.query<Identity>(context, findInTenant, values);
    return row;
  }

  /** The active users of an identity, in all its tenants. */
  async usersOf(context: CallContext, sql: Sql, identityId: string): Promise<OwnUser[]> {
    return sql.query<OwnUser>(context, listUsers, [identityId]);
  }
}

const noTenant = '00000000-0000-0000-0000-000000000000';

const columns = `i.id, i.email, i.password_hash as "passwordHash", i.is_verified as "isVerified"`;

const findVerified = statement(
  'sign_in_identity',
  `select ${columns} from control.identity i where i.email_key = $1 and i.is_verified`,
);

// $1 tenant $2 the key of the address
const findInTenant = statement(
  'sign_in_identity_in_tenant',
  `select ${columns} from control.membership m join control.identity i on i.id = m.identity_id
where m.tenant_id = $1 and m.email_key = $2`,
);

// A tenant takes its people in whatever its state. $1 identity
const listUsers = statement(
  'sign_in_users',
  `select m.id, m.tenant_id as "tenantId", t.name as "organisationName", m.epoch
from control.membership m join control.tenant t on t.id = m.tenant_id
where m.identity_id = $1 and m.is_active order by t.name, t.id`,
);
