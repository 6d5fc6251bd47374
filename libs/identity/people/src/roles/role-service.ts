import { changePrincipals, requirePermissionsWithin, requireScopeAll, rightsOfActor } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { onceInControl, theIdItself, type Creation, type RequestKey } from '@rapport/idempotency';
import { AppError, brokenText, type CallContext, type SearchPage, type TenantRef } from '@rapport/kernel';
import { permissions as allPermissions } from '@rapport/kinds';
import type { CellWork } from '@rapport/sagas';
import { searchList } from '@rapport/searching';
import { requireUnchanged } from '../unchanged-since.ts';
import { roleList, type RoleSearch } from './role-list.ts';
import type { Role, RoleInput } from './role.ts';
import type { HeldRole, RoleStore } from './role-store.ts';

/** The roles of a tenant. The built-in ones do not change. A code is never given again, so a role is disabled and stays. */
export class RoleService {
  readonly #database: Database;
  readonly #roles: RoleStore;
  readonly #cellWork: CellWork;

  constructor(database: Database, roles: RoleStore, cellWork: CellWork) {
    this.#database = database;
    this.#roles = roles;
    this.#cellWork = cellWork;
  }

  async get(context: CallContext, tenant: TenantRef, code: string): Promise<Role> {
    const role = canBeCode(code) && (await this.#roles.find(context, this.#database.control, tenant.id, code));
    if (!role) {
      throw noRole(code);
    }
    return role;
  }

  async search(context: CallContext, tenant: TenantRef, search: RoleSearch): Promise<SearchPage<Role>> {
    return searchList(context, this.#database.control, roleList, tenant.id, search);
  }

  async create(
    context: ChangeContext,
    tenant: TenantRef,
    input: RoleInput,
    key?: RequestKey,
  ): Promise<Creation<string>> {
    const role = withPermissions(input);
    return changePrincipals(context, this.#database, tenant, (sql) =>
      onceInControl(context, sql, key, {
        make: async () => {
          requirePermissionsWithin(await rightsOfActor(context, sql, tenant.id), role.permissions);
          const lastModifiedOnUtc = await this.#roles.insert(context, sql, tenant.id, role);
          if (lastModifiedOnUtc === undefined) {
            throw new AppError('code_conflict', `The tenant has or had a role ${role.code}; choose another code.`);
          }
          await audit(context, sql, tenant.id, 'role.created', role.code, { ...role });
          return { made: role.code, lastModifiedOnUtc };
        },
        ...theIdItself,
      }),
    );
  }

  /** When it returns, the change holds for every user with the role, everywhere. `seen` is the version that the caller saw. Gives the new one. */
  async update(context: ChangeContext, tenant: TenantRef, input: RoleInput, seen?: string): Promise<string> {
    const next = withPermissions(input);
    const { version, workId } = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const role = await this.#hold(context, sql, tenant, input.code);
      requireUnchanged(role, seen);
      await this.#requireChangeable(context, sql, tenant, role, next.permissions);
      const givesSame = sameTexts(role.permissions, next.permissions);
      let version = role.lastModifiedOnUtc;
      if (!givesSame || role.name !== next.name) {
        version = await this.#roles.update(context, sql, role.id, next);
        if (!givesSame) {
          await this.#roles.bringHolders(context, sql, tenant.id, role.code);
        }
        await audit(context, sql, tenant.id, 'role.updated', role.code, {
          name: next.name,
          permissions: next.permissions,
        });
      }
      // The work that an earlier change left undone is done before this one is answered.
      return { version, workId: await this.#cellWork.add(context, sql, tenant.id, 'role', role.id) };
    });
    await this.#cellWork.complete(context, workId);
    return version;
  }

  async setActive(context: ChangeContext, tenant: TenantRef, code: string, isActive: boolean): Promise<void> {
    await changePrincipals(context, this.#database, tenant, async (sql) => {
      const role = await this.#hold(context, sql, tenant, code);
      await this.#requireChangeable(context, sql, tenant, role, []);
      if (role.isActive === isActive) {
        return;
      }
      if (!isActive && (await this.#roles.isHeld(context, sql, tenant.id, code))) {
        throw new AppError('resource_in_use', 'Users hold the role; give them another one first.');
      }
      await this.#roles.setActive(context, sql, role.id, isActive);
      await audit(context, sql, tenant.id, isActive ? 'role.enabled' : 'role.disabled', code);
    });
  }

  async #requireChangeable(
    context: ChangeContext,
    sql: Sql,
    tenant: TenantRef,
    role: HeldRole,
    given: readonly string[],
  ): Promise<void> {
    if (role.isBuiltIn) {
      throw new AppError(
        'permission_denied',
        `The role ${role.code} is built in and stays as it is; make a role of your own.`,
      );
    }
    const actor = await rightsOfActor(context, sql, tenant.id);
    requirePermissionsWithin(actor, [...role.permissions, ...given]);
    requireScopeAll(actor);
  }

  async #hold(context: CallContext, sql: Sql, tenant: TenantRef, code: string): Promise<HeldRole> {
    const role = canBeCode(code) && (await this.#roles.hold(context, sql, tenant.id, code));
    if (!role) {
      throw noRole(code);
    }
    return role;
  }
}

/** The role with each permission once, in the order of the list. */
function withPermissions(input: RoleInput): RoleInput {
  return { ...input, permissions: allPermissions.filter((permission) => input.permissions.includes(permission)) };
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text) => others.includes(text));
}

/** PostgreSQL refuses to look for other texts. */
function canBeCode(code: string): boolean {
  return brokenText(code) === undefined;
}

function noRole(code: string): AppError {
  return new AppError('not_found', `The tenant has no role ${code}.`);
}
