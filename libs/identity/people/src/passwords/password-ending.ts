import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Sessions, TouchedUser } from '@rapport/sessions';
import type { LinkStore } from '../links/link-store.ts';

/** The end of all that an old password opened. */
export class PasswordEnding {
  readonly #sessions: Sessions;
  readonly #links: LinkStore;

  constructor(sessions: Sessions, links: LinkStore) {
    this.#sessions = sessions;
    this.#links = links;
  }

  /** Ends every session but the kept one, and every reset. The caller publishes the users after its transaction. */
  async end(
    context: CallContext,
    sql: Sql,
    identityId: string,
    keptSessionId?: string,
  ): Promise<readonly TouchedUser[]> {
    const touched = await this.#sessions.endOfIdentity(context, sql, identityId, keptSessionId);
    await this.#links.endOfIdentity(context, sql, identityId);
    return touched;
  }

  /** When it returns, no replica admits a request on what the old password opened. */
  async publish(context: CallContext, touched: readonly TouchedUser[]): Promise<void> {
    await this.#sessions.publish(context, touched);
  }
}
