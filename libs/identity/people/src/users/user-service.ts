import {
  changePrincipals,
  requireWithin,
  rightsOfActor,
  type HeldRights,
  type StatePublisher,
} from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import {
  addressKey,
  AppError,
  validationFailed,
  type CallContext,
  type SearchPage,
  type TenantRef,
} from '@rapport/kernel';
import { ownerRole } from '@rapport/kinds';
import type { CellWork } from '@rapport/sagas';
import type { Sessions } from '@rapport/sessions';
import { noteVerifiedOwner } from '../identities/verified-owner.ts';
import type { Invitations } from '../links/invitations.ts';
import { searchList } from '@rapport/searching';
import { requireUnchanged } from '../unchanged-since.ts';
import { userList, type UserSearch } from './user-list.ts';
import type { User, UserChange, UserInput } from './user.ts';
import type { UserGrants } from './user-grants.ts';
import type { HeldUser, UserStore } from './user-store.ts';
import { changesView, readsOf } from './user-view.ts';

/** The users of a tenant: their roles, data scopes, teams and sessions. A change holds everywhere when it returns. */
export class UserService {
  readonly #database: Database;
  readonly #users: UserStore;
  readonly #grants: UserGrants;
  readonly #invitations: Invitations;
  readonly #sessions: Sessions;
  readonly #cellWork: CellWork;
  readonly #publisher: StatePublisher;

  constructor(
    database: Database,
    users: UserStore,
    grants: UserGrants,
    invitations: Invitations,
    sessions: Sessions,
    cellWork: CellWork,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#users = users;
    this.#grants = grants;
    this.#invitations = invitations;
    this.#sessions = sessions;
    this.#cellWork = cellWork;
    this.#publisher = publisher;
  }

  async get(context: CallContext, tenant: TenantRef, userId: string): Promise<User> {
    const user = await this.#users.find(context, this.#database.control, tenant.id, userId);
    if (!user) {
      throw noUser(userId);
    }
    return user;
  }

  async search(context: CallContext, tenant: TenantRef, search: UserSearch): Promise<SearchPage<User>> {
    return searchList(context, this.#database.control, userList, tenant.id, search);
  }

  /** A full update. The address is the one that the user has. `seen` is the version that the caller saw. Gives the new one. */
  async update(
    context: ChangeContext,
    tenant: TenantRef,
    userId: string,
    { email, ...input }: UserInput,
    seen?: string,
  ): Promise<string> {
    return this.#change(context, tenant, userId, (user) => {
      requireUnchanged(user, seen);
      if (addressKey(email) !== addressKey(user.email)) {
        throw validationFailed({ email: ['The address of a user does not change; send the one that it has.'] });
      }
      return input;
    });
  }

  /** A member that is left out stays. */
  async amend(context: ChangeContext, tenant: TenantRef, userId: string, change: UserChange): Promise<void> {
    await this.#change(context, tenant, userId, (user) => ({
      name: user.name,
      roles: change.roles ?? user.roles,
      dataScope: change.dataScope ?? user.dataScope,
      teamId: change.teamId ?? user.teamId,
    }));
  }

  /** After a disable has returned, no replica lets a request of the user or of the user's clients pass. */
  async setActive(context: ChangeContext, tenant: TenantRef, userId: string, isActive: boolean): Promise<void> {
    const changed = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const user = await this.#holdWithin(context, sql, tenant, userId);
      if (user.isActive !== isActive) {
        await this.#setActive(context, sql, tenant, user, isActive);
      }
      return this.#behind(context, sql, tenant, userId);
    });
    await this.#finish(context, tenant, userId, changed);
  }

  /** A new link for a user that has not joined; it ends the ones before. */
  async inviteAgain(context: ChangeContext, tenant: TenantRef, userId: string): Promise<void> {
    await changePrincipals(context, this.#database, tenant, async (sql) => {
      const user = await this.#holdWithin(context, sql, tenant, userId);
      if (user.joinedOnUtc !== null) {
        throw new AppError(
          'invalid_transition',
          'The user has joined already; who lost the password gets a new one at /connect/password/forgot.',
        );
      }
      if (!user.isActive) {
        throw new AppError('invalid_transition', 'The user is disabled; enable it, then invite it again.');
      }
      await this.#users.noteInvited(context, sql, userId);
      await this.#invitations.send(context, sql, { tenantId: tenant.id, userId, email: user.email });
      await audit(context, sql, tenant.id, 'user.invited', userId);
    });
  }

  /** Ends every session of the user, everywhere before it returns. */
  async endSessions(context: ChangeContext, tenant: TenantRef, userId: string): Promise<void> {
    const touched = await changePrincipals(context, this.#database, tenant, async (sql) => {
      await this.#holdWithin(context, sql, tenant, userId);
      await audit(context, sql, tenant.id, 'user.sessions_ended', userId);
      return this.#sessions.endOfUser(context, sql, userId);
    });
    await this.#sessions.publish(context, touched);
  }

  async #change(
    context: ChangeContext,
    tenant: TenantRef,
    userId: string,
    nextOf: (user: HeldUser) => Omit<UserInput, 'email'>,
  ): Promise<string> {
    const { version, ...changed } = await changePrincipals(context, this.#database, tenant, async (sql) => {
      const user = await this.#hold(context, sql, tenant, userId);
      const actor = await rightsOfActor(context, sql, tenant.id);
      requireWithin(actor, rightsOf(user));
      const next = nextOf(user);
      const rights = await this.#grants.require(context, sql, tenant, next, user);
      // The user's own records are the same ones before and after a move to another team.
      const teamId = rights.dataScope === 'own' ? user.teamId : rights.teamId;
      requireWithin(actor, { ...rights, userId, teamId });
      if (user.roles.includes(ownerRole) && !rights.isOwner) {
        await this.#requireOtherOwner(context, sql, tenant, user);
      }
      let version = user.lastModifiedOnUtc;
      if (!isSame(user, next)) {
        const viewNumber = user.viewNumber + (changesView(user, { ...next, ...rights }) ? 1 : 0);
        const viewReads = readsOf(rights.permissions);
        version = await this.#users.update(context, sql, { id: userId, ...next, viewNumber, viewReads });
        await audit(context, sql, tenant.id, 'user.updated', userId, { ...next });
      }
      return { version, ...(await this.#behind(context, sql, tenant, userId)) };
    });
    await this.#finish(context, tenant, userId, changed);
    return version;
  }

  /** Each change of a user ends so, in its transaction: the user may be a verified owner now, and the cell follows. */
  async #behind(context: ChangeContext, sql: Sql, tenant: TenantRef, userId: string): Promise<Changed> {
    const isVerified = await noteVerifiedOwner(context, sql, tenant.id, userId);
    return { isVerified, workId: await this.#cellWork.add(context, sql, tenant.id, 'user', userId) };
  }

  async #finish(
    context: CallContext,
    tenant: TenantRef,
    userId: string,
    { isVerified, workId }: Changed,
  ): Promise<void> {
    await this.#publisher.publishUser(context, tenant.number, userId);
    if (isVerified) {
      await this.#publisher.publishTenant(context, tenant.id);
    }
    await this.#cellWork.complete(context, workId);
  }

  async #setActive(
    context: ChangeContext,
    sql: Sql,
    tenant: TenantRef,
    user: HeldUser,
    isActive: boolean,
  ): Promise<void> {
    if (isActive) {
      await this.#users.requireRoom(context, sql, tenant.id);
    } else {
      if (user.roles.includes(ownerRole)) {
        await this.#requireOtherOwner(context, sql, tenant, user);
      }
      await this.#invitations.end(context, sql, user.id);
      await this.#sessions.endOfUser(context, sql, user.id);
    }
    await this.#users.setActive(context, sql, user.id, isActive);
    await audit(context, sql, tenant.id, isActive ? 'user.enabled' : 'user.disabled', user.id);
  }

  async #requireOtherOwner(context: CallContext, sql: Sql, tenant: TenantRef, user: HeldUser): Promise<void> {
    const counts = user.isActive && user.joinedOnUtc !== null;
    if (counts && !(await this.#users.hasOtherOwner(context, sql, tenant.id, user.id))) {
      throw new AppError(
        'resource_in_use',
        'This is the last active owner of the tenant; make another user an owner first.',
      );
    }
  }

  /** The user, held, if the actor may touch a user with these rights. */
  async #holdWithin(context: ChangeContext, sql: Sql, tenant: TenantRef, userId: string): Promise<HeldUser> {
    const user = await this.#hold(context, sql, tenant, userId);
    requireWithin(await rightsOfActor(context, sql, tenant.id), rightsOf(user));
    return user;
  }

  async #hold(context: CallContext, sql: Sql, tenant: TenantRef, userId: string): Promise<HeldUser> {
    const user = await this.#users.hold(context, sql, tenant.id, userId);
    if (!user) {
      throw noUser(userId);
    }
    return user;
  }
}

/** The work that a change of a user leaves for after its transaction. */
interface Changed {
  /** Whether the tenant has got its first verified owner. */
  readonly isVerified: boolean;
  readonly workId: string;
}

function rightsOf({ id, roles, permissions, dataScope, teamId }: HeldUser): HeldRights {
  return { userId: id, permissions, dataScope, teamId, isOwner: roles.includes(ownerRole) };
}

function isSame(user: HeldUser, next: Omit<UserInput, 'email'>): boolean {
  const { name, roles, dataScope, teamId } = next;
  const hasSameRoles = user.roles.length === roles.length && user.roles.every((role) => roles.includes(role));
  return user.name === name && hasSameRoles && user.dataScope === dataScope && user.teamId === teamId;
}

function noUser(userId: string): AppError {
  return new AppError('not_found', `The tenant has no user ${userId}.`);
}
