import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Sessions } from '@rapport/sessions';
import { consoleClientId } from '../console-client.ts';
import type { GrantOutcome } from './grant-outcome.ts';
import type { RefreshStore } from './refresh-store.ts';

/**
 * Replaces refresh tokens (RFC 6749, 6, and RFC 9700, 4.14). The rule of rotation is one statement of the database, which
 * many uses at once cannot get past; no library has it.
 */
export class RefreshGrant {
  readonly #database: Database;
  readonly #refreshTokens: RefreshStore;
  readonly #sessions: Sessions;

  constructor(database: Database, refreshTokens: RefreshStore, sessions: Sessions) {
    this.#database = database;
    this.#refreshTokens = refreshTokens;
    this.#sessions = sessions;
  }

  async refresh(context: CallContext, text: string): Promise<GrantOutcome> {
    const { control } = this.#database;
    const next = await this.#refreshTokens.replace(context, control, text, consoleClientId);
    return next ? { session: next.session, refreshToken: next.text } : this.#settleSpent(context, text);
  }

  /** A client that did not get our answer asks again at once. Any other use of a spent token is a thief's or its victim's. */
  async #settleSpent(context: CallContext, text: string): Promise<GrantOutcome> {
    const { outcome, users } = await this.#database.control.transaction(context, async (sql) => {
      const spent = await this.#refreshTokens.findSpent(context, sql, text);
      if (!spent || spent.clientId !== consoleClientId) {
        return { outcome: { reason: 'bad_refresh_token' } as const, users: [] };
      }
      const again = await this.#refreshTokens.repeat(context, sql, spent);
      if (again) {
        return { outcome: { session: again.session, refreshToken: again.text }, users: [] };
      }
      const { sessionId, user, isEnded } = spent;
      const users = isEnded ? [] : await this.#sessions.end(context, sql, sessionId);
      const reason = isEnded ? ('ended_session' as const) : ('spent_refresh_token' as const);
      return { outcome: { reason, user }, users };
    });
    await this.#sessions.publish(context, users);
    return outcome;
  }
}
