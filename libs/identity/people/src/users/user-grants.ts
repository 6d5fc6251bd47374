import type { HeldRights } from '@rapport/admission';
import type { Sql } from '@rapport/database';
import { validationFailed, type CallContext, type FieldErrors, type TenantRef } from '@rapport/kernel';
import { builtInRoles, ownerRole, type DataScope } from '@rapport/kinds';
import type { RoleStore } from '../roles/role-store.ts';
import type { TeamStore } from '../teams/team-store.ts';

/** The rights that a user is to be given. */
export interface Grants {
  readonly roles: readonly string[];
  readonly dataScope: DataScope;
  readonly teamId: string | null;
}

/** Looks up what a user is to be given. A role or a team that the user has already need not be active. */
export class UserGrants {
  readonly #roles: RoleStore;
  readonly #teams: TeamStore;

  constructor(roles: RoleStore, teams: TeamStore) {
    this.#roles = roles;
    this.#teams = teams;
  }

  /** The rights that come of them. Throws 400 where a role or a team is none, all wrong members at once. */
  async require(
    context: CallContext,
    sql: Sql,
    tenant: TenantRef,
    { roles, dataScope, teamId }: Grants,
    before?: Grants,
  ): Promise<Omit<HeldRights, 'userId'>> {
    const found = await this.#roles.grantable(context, sql, tenant.id, roles);
    const errors = roleErrors(
      roles,
      found.map(({ code }) => code),
    );
    const isNewTeam = teamId !== null && teamId !== before?.teamId;
    if (isNewTeam && !(await this.#teams.isJoinable(context, sql, tenant.id, teamId))) {
      errors['teamId'] = [`The tenant has no active team ${teamId}.`];
    }
    if (dataScope === 'team' && teamId === null) {
      errors['teamId'] = ['The data scope team needs a team; name one.'];
    }
    if (Object.keys(errors).length > 0) {
      throw validationFailed(errors);
    }
    const permissions = [...new Set(found.flatMap((role) => role.permissions))].sort();
    return { permissions, dataScope, teamId, isOwner: roles.includes(ownerRole) };
  }
}

function roleErrors(roles: readonly string[], active: readonly string[]): FieldErrors {
  if (roles.length === 0 || new Set(roles).size < roles.length) {
    return { roles: ['Name at least one role, and each once.'] };
  }
  const builtIn = Object.keys(builtInRoles).join(', ');
  return Object.fromEntries(
    roles.flatMap((role, index) =>
      active.includes(role)
        ? []
        : [[`roles[${index}]`, [`The tenant has no active role ${role}; the built-in ones are ${builtIn}.`]]],
    ),
  );
}
