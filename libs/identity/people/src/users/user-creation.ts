import { changePrincipals, requireWithin, rightsOfActor, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { onceInControl, type Creation, type Made, type RequestKey } from '@rapport/idempotency';
import { AppError, newId, type TenantRef } from '@rapport/kernel';
import { builtInRoles } from '@rapport/kinds';
import type { CellWork } from '@rapport/sagas';
import type { IdentityStore } from '../identities/identity-store.ts';
import { noteVerifiedOwner } from '../identities/verified-owner.ts';
import type { Invitations } from '../links/invitations.ts';
import { newLogin, type Login } from '../passwords/login.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RoleStore } from '../roles/role-store.ts';
import type { CreatedUser, UserInput } from './user.ts';
import type { UserGrants } from './user-grants.ts';
import type { UserStore } from './user-store.ts';
import { readsOf } from './user-view.ts';

export interface NewOwner {
  readonly email: string;
  readonly name: string;
  readonly login: Login;
}

/** An owner who signed up, with the hash of the password of the sign-up. */
export interface OwnerOfSignup {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Makes users: by invitation, or by an operator, who vouches for the address. */
export class UserCreation {
  readonly #database: Database;
  readonly #users: UserStore;
  readonly #roles: RoleStore;
  readonly #grants: UserGrants;
  readonly #identities: IdentityStore;
  readonly #invitations: Invitations;
  readonly #cellWork: CellWork;
  readonly #passwords: Passwords;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    users: UserStore,
    roles: RoleStore,
    grants: UserGrants,
    identities: IdentityStore,
    invitations: Invitations,
    cellWork: CellWork,
    passwords: Passwords,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#users = users;
    this.#roles = roles;
    this.#grants = grants;
    this.#identities = identities;
    this.#invitations = invitations;
    this.#cellWork = cellWork;
    this.#passwords = passwords;
    this.#publisher = publisher;
  }

  /** Makes a user that joins when the person follows the link of the mail. */
  async invite(
    context: ChangeContext,
    tenant: TenantRef,
    input: UserInput,
    key?: RequestKey,
  ): Promise<Creation<string>> {
    const { made, ...creation } = await changePrincipals(context, this.#database, tenant, (sql) =>
      onceInControl(context, sql, key, {
        make: () => this.#invite(context, sql, tenant, input),
        keep: (invited) => invited,
        replay: (invited) => invited,
      }),
    );
    // The first call may have died before it did the work.
    await this.#cellWork.complete(context, made.workId);
    return { ...creation, made: made.id };
  }

  /** Makes a user that has joined, with a password where the address has none yet. */
  async add(context: ChangeContext, tenant: TenantRef, input: UserInput): Promise<CreatedUser> {
    const login = await newLogin(context, this.#passwords);
    const { created, isVerified, workId } = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const { permissions } = await this.#grants.require(context, sql, tenant, input);
      await this.#users.requireRoom(context, sql, tenant.id);
      const created = await this.#join(context, sql, tenant.id, { ...input, permissions }, login);
      const isVerified = await noteVerifiedOwner(context, sql, tenant.id, created.userId);
      return { created, isVerified, workId: await this.#cellWork.add(context, sql, tenant.id, 'user', created.userId) };
    });
    if (isVerified) {
      await this.#publisher.publishTenant(context, tenant.id);
    }
    await this.#cellWork.complete(context, workId);
    return created;
  }

  /** Writes a tenant's built-in roles and its owner in the transaction that makes the tenant. */
  async createOwner(context: ChangeContext, sql: Sql, tenantId: string, owner: NewOwner): Promise<CreatedUser> {
    await this.#insertBuiltInRoles(context, sql, tenantId);
    const { email, name, login } = owner;
    return this.#join(context, sql, tenantId, { email, name, ...rightsOfOwner }, login);
  }

  /**
   * Writes those of a sign-up. The address is not proved, so the identity is good in this tenant alone until the
   * person follows the link of the mail.
   */
  async signUpOwner(context: ChangeContext, sql: Sql, tenantId: string, owner: OwnerOfSignup): Promise<void> {
    await this.#insertBuiltInRoles(context, sql, tenantId);
    const { id, email, name, passwordHash } = owner;
    const identityId = newId();
    await this.#identities.insertUnverified(context, sql, identityId, email, passwordHash);
    await this.#insert(context, sql, tenantId, { id, email, name, identityId, ...rightsOfOwner });
  }

  async #insertBuiltInRoles(context: ChangeContext, sql: Sql, tenantId: string): Promise<void> {
    for (const [code, permissions] of Object.entries(builtInRoles)) {
      await this.#roles.insertBuiltIn(context, sql, tenantId, code, permissions);
    }
  }

  async #invite(
    context: ChangeContext,
    sql: Sql,
    tenant: TenantRef,
    input: UserInput,
  ): Promise<Made<{ id: string; workId: string }>> {
    const id = newId();
    const rights = await this.#grants.require(context, sql, tenant, input);
    requireWithin(await rightsOfActor(context, sql, tenant.id), { ...rights, userId: null });
    await this.#users.requireRoom(context, sql, tenant.id);
    const user = { ...input, id, identityId: null, permissions: rights.permissions };
    const lastModifiedOnUtc = await this.#insert(context, sql, tenant.id, user);
    await this.#invitations.send(context, sql, { tenantId: tenant.id, userId: id, email: input.email });
    const workId = await this.#cellWork.add(context, sql, tenant.id, 'user', id);
    return { made: { id, workId }, lastModifiedOnUtc };
  }

  async #join(
    context: ChangeContext,
    sql: Sql,
    tenantId: string,
    input: UserInput & { readonly permissions: readonly string[] },
    login: Login,
  ): Promise<CreatedUser> {
    const identity = await this.#identities.vouch(context, sql, newId(), input.email, login.passwordHash);
    const id = newId();
    await this.#insert(context, sql, tenantId, { ...input, id, identityId: identity.id });
    return { userId: id, email: input.email, password: identity.hasOwnPassword ? null : login.password };
  }

  async #insert(
    context: ChangeContext,
    sql: Sql,
    tenantId: string,
    {
      permissions,
      ...input
    }: UserInput & { readonly id: string; readonly identityId: string | null; readonly permissions: readonly string[] },
  ): Promise<string> {
    const version = await this.#users.insert(context, sql, { ...input, tenantId, viewReads: readsOf(permissions) });
    if (version === undefined) {
      throw new AppError('email_conflict', 'The tenant has a user with this e-mail address already.', {
        errors: { email: ['A user with this address is there already, active, disabled or invited.'] },
      });
    }
    const { id, roles, dataScope, teamId } = input;
    await audit(context, sql, tenantId, 'user.created', id, { roles, dataScope, teamId });
    return version;
  }
}

const rightsOfOwner = {
  roles: ['owner'],
  dataScope: 'all' as const,
  teamId: null,
  permissions: builtInRoles['owner'] ?? [],
};
