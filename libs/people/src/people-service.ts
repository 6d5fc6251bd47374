import { builtInRoles, type DataScope, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { AppError, newId, validationFailed, type FieldErrors, type TenantRef } from '@rapport/kernel';
import type { CellWork } from '@rapport/sagas';
import { newLogin, type Login } from './login.ts';
import type { Passwords } from './passwords.ts';
import type { UserRow, UserStore } from './user-store.ts';

export interface UserInput {
  email: string;
  name: string;
  role: string;
  dataScope: DataScope;
  teamId: string | null;
}

export interface NewOwner {
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
  /** Null if the person already has a login of another tenant, whose password stays. */
  password: string | null;
}

/** The people of a tenant: users, their roles, data scopes and teams. */
export class PeopleService {
  readonly #database: Database;
  readonly #users: UserStore;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;
  readonly #passwords: Passwords;

  constructor(
    database: Database,
    users: UserStore,
    cellWork: CellWork,
    publisher: StatePublisher,
    passwords: Passwords,
  ) {
    this.#database = database;
    this.#users = users;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
    this.#passwords = passwords;
  }

  /** Writes a tenant's built-in roles and its owner in the transaction that makes the tenant. */
  async createOwner(context: ChangeContext, sql: Sql, tenantId: string, owner: NewOwner): Promise<CreatedUser> {
    for (const [code, permissions] of Object.entries(builtInRoles)) {
      await this.#users.insertRole(context, sql, tenantId, code, permissions);
    }
    const { email, name, login } = owner;
    return this.#insert(context, sql, tenantId, { email, name, role: 'owner', dataScope: 'all', teamId: null }, login);
  }

  async createUser(context: ChangeContext, tenant: TenantRef, input: UserInput): Promise<CreatedUser> {
    const login = await newLogin(context, this.#passwords);
    const { created, workId } = await this.#database.control.transaction(context, async (sql) => {
      await this.#requireRoleAndTeam(context, sql, tenant, input);
      const created = await this.#insert(context, sql, tenant.id, input, login);
      return { created, workId: await this.#cellWork.add(context, sql, tenant.id, 'user', created.userId) };
    });
    await this.#cellWork.complete(context, workId);
    return created;
  }

  async updateUser(context: ChangeContext, tenant: TenantRef, userId: string, change: UserChange): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const user = await this.#requireUser(context, sql, tenant, userId);
      const { role, dataScope = user.dataScope, teamId = user.teamId } = change;
      const next = { role, dataScope, teamId };
      const permissions = await this.#requireRoleAndTeam(context, sql, tenant, next);
      const roles = role === undefined ? user.roles : [role];
      const viewNumber = user.viewNumber + (changesView(user, next, permissions) ? 1 : 0);
      await this.#users.update(context, sql, { id: userId, roles, dataScope, teamId, viewNumber });
      await audit(context, sql, tenant.id, 'user.updated', userId, { ...change });
      return this.#cellWork.add(context, sql, tenant.id, 'user', userId);
    });
    await this.#publisher.publishUser(context, tenant.number, userId);
    await this.#cellWork.complete(context, workId);
  }

  /** After a disable has returned, no replica lets a request of the user's clients pass. */
  async setUserActive(context: ChangeContext, tenant: TenantRef, userId: string, isActive: boolean): Promise<void> {
    const workId = await this.#database.control.transaction(context, async (sql) => {
      const user = await this.#requireUser(context, sql, tenant, userId);
      if (user.isActive !== isActive) {
        await this.#users.setActive(context, sql, userId, isActive);
        await audit(context, sql, tenant.id, isActive ? 'user.enabled' : 'user.disabled', userId);
      }
      return this.#cellWork.add(context, sql, tenant.id, 'user', userId);
    });
    await this.#publisher.publishUser(context, tenant.number, userId);
    await this.#cellWork.complete(context, workId);
  }

  async createTeam(context: ChangeContext, tenant: TenantRef, name: string): Promise<string> {
    const id = newId();
    await this.#database.control.transaction(context, async (sql) => {
      if (!(await this.#users.insertTeam(context, sql, tenant.id, id, name))) {
        throw validationFailed({ name: [`The tenant has a team called ${name} already.`] });
      }
      await audit(context, sql, tenant.id, 'team.created', id, { name });
    });
    return id;
  }

  async #insert(
    context: ChangeContext,
    sql: Sql,
    tenantId: string,
    input: UserInput,
    login: Login,
  ): Promise<CreatedUser> {
    const identity = await this.#users.putIdentity(context, sql, newId(), input.email, login.passwordHash);
    const { name, role, dataScope, teamId } = input;
    const user = { id: newId(), tenantId, identityId: identity.id, email: input.email, name, role, dataScope, teamId };
    if (!(await this.#users.insert(context, sql, user))) {
      throw validationFailed({ email: [`The tenant has a user with the address ${input.email} already.`] });
    }
    await audit(context, sql, tenantId, 'user.created', user.id, { role, dataScope, teamId });
    return { userId: user.id, email: input.email, password: identity.isNew ? login.password : null };
  }

  async #requireUser(context: ChangeContext, sql: Sql, tenant: TenantRef, userId: string): Promise<UserRow> {
    const user = await this.#users.findForUpdate(context, sql, tenant.id, userId);
    if (!user) {
      throw new AppError('not_found', `The tenant has no user ${userId}.`);
    }
    return user;
  }

  /** The permissions of the role, or undefined if no role was named. */
  async #requireRoleAndTeam(
    context: ChangeContext,
    sql: Sql,
    tenant: TenantRef,
    { role, dataScope, teamId }: { role?: string | undefined; dataScope: DataScope; teamId: string | null },
  ): Promise<string[] | undefined> {
    const errors: FieldErrors = {};
    const permissions = role === undefined ? undefined : await this.#users.permissionsOf(context, sql, tenant.id, role);
    if (role !== undefined && permissions === undefined) {
      errors['role'] = [
        `The tenant has no role ${role}; the built-in ones are ${Object.keys(builtInRoles).join(', ')}.`,
      ];
    }
    if (teamId !== null && !(await this.#users.hasTeam(context, sql, tenant.id, teamId))) {
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
}

/** Whether the change alters which records the user sees at all. */
function changesView(
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
