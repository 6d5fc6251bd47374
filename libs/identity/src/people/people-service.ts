import type { Database, Sql } from '@rapport/database';
import { AppError, newId, validationFailed, type FieldErrors, type TenantRef } from '@rapport/kernel';
import { audit } from '../audit.ts';
import type { CellWork } from '../cell-work/cell-work.ts';
import type { StatePublisher } from '../admission/state-publisher.ts';
import type { PrincipalStore } from '../admission/principal-store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { builtInRoles, type DataScope } from '../permissions.ts';
import { newLogin, type Login } from './password.ts';
import { userStore, type UserRow } from './user-store.ts';

export interface UserInput {
  email: string;
  name: string;
  role: string;
  dataScope: DataScope;
  teamId: string | null;
}

export interface Founder {
  email: string;
  name: string;
  login: Login;
}

export interface UserChange {
  role?: string | undefined;
  dataScope?: DataScope | undefined;
  teamId?: string | undefined;
}

export interface CreatedUser {
  userId: string;
  email: string;
  /** Null when the person has a login of another tenant already, whose password stays. */
  password: string | null;
}

/** The people of a tenant: users, their roles, data scopes and teams. */
export class PeopleService {
  readonly #database: Database;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;
  readonly #principals: PrincipalStore;

  constructor(database: Database, cellWork: CellWork, publisher: StatePublisher, principals: PrincipalStore) {
    this.#database = database;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
    this.#principals = principals;
  }

  /** Writes a tenant's built-in roles and its owner in the transaction that makes the tenant. */
  async found(sql: Sql, context: OperatorContext, tenantId: string, owner: Founder): Promise<CreatedUser> {
    for (const [code, permissions] of Object.entries(builtInRoles)) {
      await userStore.insertRole(sql, context, tenantId, code, permissions);
    }
    const { email, name, login } = owner;
    return this.#insert(sql, context, tenantId, { email, name, role: 'owner', dataScope: 'all', teamId: null }, login);
  }

  async createUser(context: OperatorContext, tenant: TenantRef, input: UserInput): Promise<CreatedUser> {
    const login = await newLogin();
    const { created, workId } = await this.#database.control.transaction(context, async (sql) => {
      await this.#requireRoleAndTeam(sql, context, tenant, input);
      const created = await this.#insert(sql, context, tenant.id, input, login);
      return { created, workId: await this.#cellWork.add(sql, context, tenant.id, 'user', created.userId) };
    });
    await this.#cellWork.complete(context, workId);
    return created;
  }

  async updateUser(context: OperatorContext, tenant: TenantRef, userId: string, change: UserChange): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const user = await this.#requireUser(sql, context, tenant, userId);
      const next = {
        role: change.role,
        dataScope: change.dataScope ?? user.dataScope,
        teamId: change.teamId ?? user.teamId,
      };
      const permissions = await this.#requireRoleAndTeam(sql, context, tenant, next);
      const roles = change.role === undefined ? user.roles : [change.role];
      const viewNumber = user.viewNumber + (seesOtherwise(user, next, permissions) ? 1 : 0);
      await userStore.update(sql, context, {
        id: userId,
        roles,
        dataScope: next.dataScope,
        teamId: next.teamId,
        viewNumber,
      });
      await audit(sql, context, tenant.id, 'user.updated', userId, { ...change });
      return this.#cellWork.add(sql, context, tenant.id, 'user', userId);
    });
    await this.#publishUser(context, tenant, userId);
    await this.#cellWork.complete(context, workId);
  }

  /** When it returns no request of the user's clients passes any more, on any replica. */
  async setUserActive(context: OperatorContext, tenant: TenantRef, userId: string, isActive: boolean): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const user = await this.#requireUser(sql, context, tenant, userId);
      if (user.isActive !== isActive) {
        await userStore.setActive(sql, context, userId, isActive);
        await audit(sql, context, tenant.id, isActive ? 'user.enabled' : 'user.disabled', userId);
      }
      return this.#cellWork.add(sql, context, tenant.id, 'user', userId);
    });
    await this.#publishUser(context, tenant, userId);
    await this.#cellWork.complete(context, workId);
  }

  async createTeam(context: OperatorContext, tenant: TenantRef, name: string): Promise<string> {
    const id = newId();
    await this.#database.control.transaction(context, async (sql) => {
      if (!(await userStore.insertTeam(sql, context, tenant.id, id, name))) {
        throw validationFailed({ name: [`The tenant has a team called ${name} already.`] });
      }
      await audit(sql, context, tenant.id, 'team.created', id, { name });
    });
    return id;
  }

  async #insert(
    sql: Sql,
    context: OperatorContext,
    tenantId: string,
    input: UserInput,
    login: Login,
  ): Promise<CreatedUser> {
    const identity = await userStore.putIdentity(sql, context, newId(), input.email, login.passwordHash);
    const userId = newId();
    const { name, role, dataScope, teamId } = input;
    if (
      !(await userStore.insert(sql, context, {
        id: userId,
        tenantId,
        identityId: identity.id,
        name,
        role,
        dataScope,
        teamId,
      }))
    ) {
      throw validationFailed({ email: [`The tenant has a user with the address ${input.email} already.`] });
    }
    await audit(sql, context, tenantId, 'user.created', userId, { role, dataScope, teamId });
    return { userId, email: input.email, password: identity.isNew ? login.password : null };
  }

  async #requireUser(sql: Sql, context: OperatorContext, tenant: TenantRef, userId: string): Promise<UserRow> {
    const user = await userStore.findForUpdate(sql, context, tenant.id, userId);
    if (!user) {
      throw new AppError('not_found', `The tenant has no user ${userId}.`);
    }
    return user;
  }

  /** Gives the permissions of the role that was named, if one was. */
  async #requireRoleAndTeam(
    sql: Sql,
    context: OperatorContext,
    tenant: TenantRef,
    { role, dataScope, teamId }: { role?: string | undefined; dataScope: DataScope; teamId: string | null },
  ): Promise<string[] | undefined> {
    const errors: FieldErrors = {};
    const permissions = role === undefined ? undefined : await userStore.permissionsOf(sql, context, tenant.id, role);
    if (role !== undefined && permissions === undefined) {
      errors['role'] = [
        `The tenant has no role ${role}; the built-in ones are ${Object.keys(builtInRoles).join(', ')}.`,
      ];
    }
    if (teamId !== null && !(await userStore.hasTeam(sql, context, tenant.id, teamId))) {
      errors['teamId'] = [`The tenant has no team ${teamId}.`];
    }
    if (dataScope === 'team' && teamId === null) {
      errors['teamId'] = ['The data scope team needs a team; name one.'];
    }
    if (Object.keys(errors).length > 0) {
      throw validationFailed(errors);
    }
    return permissions;
  }

  async #publishUser(context: OperatorContext, tenant: TenantRef, userId: string): Promise<void> {
    const [user, clients] = await Promise.all([
      this.#principals.user(context, userId),
      this.#principals.clientsOf(context, userId),
    ]);
    await this.#publisher.publish(context, tenant.number, { user, clients });
  }
}

/** Whether the change alters what the user may see as a whole. */
function seesOtherwise(
  user: UserRow,
  next: { dataScope: DataScope; teamId: string | null },
  permissions: readonly string[] | undefined,
): boolean {
  const isTeamView = next.dataScope === 'team' && next.teamId !== user.teamId;
  return (
    next.dataScope !== user.dataScope ||
    isTeamView ||
    (permissions !== undefined && reads(permissions) !== reads(user.permissions))
  );
}

function reads(permissions: readonly string[]): string {
  return permissions
    .filter((permission) => permission.endsWith('.read'))
    .sort()
    .join(' ');
}
