import { statement, type Database } from '@rapport/database';
import { AppError, LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { User } from './user.ts';
import { userColumns } from './user-columns.ts';

/** A user with the name of its tenant. */
export interface UserProfile extends User {
  readonly organisationName: string;
}

/** The versions with which the caller was admitted. Each change of a profile raises one of them. */
export interface ProfileVersions {
  readonly user: number;
  readonly tenant: number;
}

/** The profiles that users see of themselves. One that was read at these versions is not read again. */
export class UserProfiles {
  readonly #database: Database;
  readonly #known = new LeastRecentlyUsed<string, Known>(20_000);

  constructor(database: Database) {
    this.#database = database;
  }

  async get(context: CallContext, tenant: TenantRef, userId: string, versions: ProfileVersions): Promise<UserProfile> {
    const known = this.#known.get(userId);
    if (known && known.versions.user === versions.user && known.versions.tenant === versions.tenant) {
      return known.profile;
    }
    const sent = findProfile.with({ tenantId: tenant.id, userId });
    const [row] = await this.#database.control.query<ProfileRow>(context, sent);
    if (!row) {
      throw new AppError('not_found', `The tenant has no user ${userId}.`);
    }
    const { userVersion, tenantVersion, ...profile } = row;
    this.#known.set(userId, { profile, versions: { user: userVersion, tenant: tenantVersion } });
    return profile;
  }
}

interface Known {
  readonly profile: UserProfile;
  /** Those of the row, which may be newer than the caller's. */
  readonly versions: ProfileVersions;
}

interface ProfileRow extends UserProfile {
  readonly userVersion: number;
  readonly tenantVersion: number;
}

const findProfile = statement(
  'user_profile',
  `select ${userColumns}, tenant.name as "organisationName",
  membership.version as "userVersion", tenant.version as "tenantVersion"
from control.membership
join control.tenant on tenant.id = membership.tenant_id
left join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.id = :userId`,
);
