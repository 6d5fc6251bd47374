import { statement, type Database } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import type { User } from './user.ts';
import { userColumns } from './user-columns.ts';

/** A user with the name of its tenant. */
export interface UserProfile extends User {
  readonly organisationName: string;
}

/** What users see of themselves, in one read. */
export class UserProfiles {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(context: CallContext, tenant: TenantRef, userId: string): Promise<UserProfile> {
    const [profile] = await this.#database.control.query<UserProfile>(context, findProfile, [tenant.id, userId]);
    if (!profile) {
      throw new AppError('not_found', `The tenant has no user ${userId}.`);
    }
    return profile;
  }
}

// $1 tenant $2 user
const findProfile = statement(
  'user_profile',
  `select ${userColumns}, t.name as "organisationName"
from control.membership m
join control.tenant t on t.id = m.tenant_id
left join control.identity i on i.id = m.identity_id
where m.tenant_id = $1 and m.id = $2`,
);
