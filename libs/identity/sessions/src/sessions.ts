import type { StatePublisher } from '@rapport/admission';
import type { Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import type { NewSession, TouchedUser } from './session.ts';
import type { SessionStore } from './session-store.ts';

/**
 * The sessions of users. Each method writes in the transaction of its caller, and takes the locks in one order: the
 * identity, its users, the sign-ins of its browsers, their sessions, each by their ids. An end holds on every replica when
 * `publish` has returned, which the caller calls after its transaction.
 */
export class Sessions {
  readonly #store: SessionStore;
  readonly #publisher: StatePublisher;

  constructor(store: SessionStore, publisher: StatePublisher) {
    this.#store = store;
    this.#publisher = publisher;
  }

  /** The id of the session; undefined if the person signed out or lost the user since the sign-in. */
  async begin(context: CallContext, sql: Sql, session: NewSession): Promise<string | undefined> {
    const id = newId();
    const isGood = await this.#store.holdUser(context, sql, session);
    return isGood && (await this.#store.insert(context, sql, id, session)) ? id : undefined;
  }

  /** Ends one session. Its access tokens are refused by their `sid`. */
  async end(context: CallContext, sql: Sql, sessionId: string): Promise<readonly TouchedUser[]> {
    const users = await this.#store.raiseVersionOfSession(context, sql, sessionId);
    await this.#store.end(context, sql, sessionId);
    return users;
  }

  /** Ends the sign-in of a browser and every session that came from it. */
  async endOfBrowser(context: CallContext, sql: Sql, browserId: string): Promise<readonly TouchedUser[]> {
    const users = await this.#store.raiseVersionsOfBrowser(context, sql, browserId);
    await this.#store.endOfBrowser(context, sql, browserId);
    return users;
  }

  /**
   * Ends every session and token of a user, and the sign-ins of the person's browsers, except those from which sessions of
   * the person in other tenants go on.
   */
  async endOfUser(context: CallContext, sql: Sql, userId: string): Promise<readonly TouchedUser[]> {
    const users = await this.#store.raiseEpochOfUser(context, sql, userId);
    await this.#store.endOfUser(context, sql, userId);
    return users;
  }

  /**
   * Ends every session, token and browser's sign-in of an identity, in all its tenants. The kept session goes on: its
   * refresh token is good, its access tokens are not.
   */
  async endOfIdentity(
    context: CallContext,
    sql: Sql,
    identityId: string,
    keptSessionId?: string,
  ): Promise<readonly TouchedUser[]> {
    const users = await this.#store.raiseEpochOfIdentity(context, sql, identityId);
    await this.#store.endOfIdentity(context, sql, identityId, keptSessionId ?? null);
    return users;
  }

  /** Ends one access token by its `jti`. */
  async endToken(
    context: CallContext,
    sql: Sql,
    token: { readonly id: string; readonly userId: string },
  ): Promise<readonly TouchedUser[]> {
    const users = await this.#store.raiseVersionOfUser(context, sql, token.userId);
    await this.#store.endToken(context, sql, token.id, token.userId);
    return users;
  }

  /** When it returns, no replica admits a request on the users' old state. */
  async publish(context: CallContext, users: readonly TouchedUser[]): Promise<void> {
    await Promise.all(users.map(({ tenantNumber, id }) => this.#publisher.publishUser(context, tenantNumber, id)));
  }
}
