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
    const [row] = await sql.query<Identity>(context, findVerified.with({ emailKey: addressKey(email) }));
    return row;
  }

  /** The identity of a tenant's user with the address, verified or not. A tenant that is none has no user. */
  async findInTenant(context: CallContext, sql: Sql, tenantId: string, email: string): Promise<Identity | undefined> {
    const values = { tenantId: isUuid(tenantId) ? tenantId : noTenant, emailKey: addressKey(email) };
    const [row] = await sql.query<Identity>(context, findInTenant.with(values));
    return row;
  }

  /** The active users of an identity, in all its tenants. */
  async usersOf(context: CallContext, sql: Sql, identityId: string): Promise<OwnUser[]> {
    return sql.query<OwnUser>(context, listUsers.with({ identityId }));
  }
}

const noTenant = '00000000-0000-0000-0000-000000000000';

const columns = `identity.id, identity.email, identity.password_hash as "passwordHash",
  identity.is_verified as "isVerified"`;

const findVerified = statement(
  'sign_in_identity',
  `select ${columns} from control.identity where email_key = :emailKey and is_verified`,
);

const findInTenant = statement(
  'sign_in_identity_in_tenant',
  `select ${columns} from control.membership join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.email_key = :emailKey`,
);

// A tenant takes its people in whatever its state.
const listUsers = statement(
  'sign_in_users',
  `select membership.id, membership.tenant_id as "tenantId", tenant.name as "organisationName", membership.epoch
from control.membership join control.tenant on tenant.id = membership.tenant_id
where membership.identity_id = :identityId and membership.is_active order by tenant.name, tenant.id`,
);
