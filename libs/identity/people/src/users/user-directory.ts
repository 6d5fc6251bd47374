import { statement, type Database } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';

/** A user as other systems see it. */
export interface DirectoryUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly teamId: string | null;
}

/** The users of a tenant for callers that choose owners of records. */
export class UserDirectory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At most so many users whose ids are behind the given one. */
  list(context: CallContext, tenant: TenantRef, after: string | null, limit: number): Promise<DirectoryUser[]> {
    return this.#database.control.query<DirectoryUser>(context, listUsers.with({ tenantId: tenant.id, after, limit }));
  }

  async get(context: CallContext, tenant: TenantRef, id: string): Promise<DirectoryUser> {
    const [user] = await this.#database.control.query<DirectoryUser>(
      context,
      getUser.with({ tenantId: tenant.id, id }),
    );
    if (!user) {
      throw new AppError('not_found', 'There is no such record among the users.');
    }
    return user;
  }
}

const users = `select membership.id, membership.name, coalesce(membership.email, identity.email) as email,
  membership.is_active as "isActive", membership.team_id as "teamId"
from control.membership
left join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId`;

// The unique key of tenant and id gives the order, so a page reads its own rows alone.
const listUsers = statement(
  'directory_list',
  `${users} and membership.id > coalesce(:after::uuid, '00000000-0000-0000-0000-000000000000')
order by membership.id limit :limit`,
);

const getUser = statement('directory_get', `${users} and membership.id = :id`);
