import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Sessions } from '@rapport/sessions';
import { consoleClientId } from '../console-client.ts';
import { Gathering } from './gathering.ts';
import type { GrantOutcome } from './grant-outcome.ts';
import type { NextToken, RefreshStore } from './refresh-store.ts';
import type { RefreshToken } from './refresh-tokens.ts';

/**
 * Replaces refresh tokens (RFC 6749, 6, and RFC 9700, 4.14). The rule of rotation is one statement of the database, which
 * many uses at once cannot get past; no library has it.
 */
export class RefreshGrant {
  readonly #database: Database;
  readonly #refreshTokens: RefreshStore;
  readonly #sessions: Sessions;
  /** A commit costs more than the row that it writes. */
  readonly #replacing: Gathering<Presented, NextToken | undefined>;

  constructor(database: Database, refreshTokens: RefreshStore, sessions: Sessions) {
    this.#database = database;
    this.#refreshTokens = refreshTokens;
    this.#sessions = sessions;
    this.#replacing = new Gathering((presented) => this.#replace(presented));
  }

  isOurs(text: string): boolean {
    return this.#refreshTokens.read(text) !== undefined;
  }

  async refresh(context: CallContext, text: string): Promise<GrantOutcome> {
    const token = this.#refreshTokens.read(text);
    if (!token) {
      return { reason: 'bad_refresh_token' };
    }
    const next = await this.#replacing.do({ context, token });
    return next ? { session: next.session, refreshToken: next.text } : this.#settleSpent(context, token);
  }

  /** The statement stands in the trace of the first of them. */
  async #replace(presented: readonly Presented[]): Promise<(NextToken | undefined)[]> {
    const [first] = presented;
    const tokens = presented.map(({ token }) => token);
    return first ? this.#refreshTokens.replace(first.context, this.#database.control, tokens, consoleClientId) : [];
  }

  /** A client that did not get our answer asks again at once. Any other use of a spent token is a thief's or its victim's. */
  async #settleSpent(context: CallContext, token: RefreshToken): Promise<GrantOutcome> {
    const { outcome, users } = await this.#database.control.transaction(context, async (sql) => {
      const session = await this.#refreshTokens.hold(context, sql, token, consoleClientId);
      if (!session || session.isLiving) {
        return { outcome: { reason: 'bad_refresh_token' } as const, users: [] };
      }
      const again = await this.#refreshTokens.repeat(context, sql, token);
      if (again) {
        return { outcome: { session: again.session, refreshToken: again.text }, users: [] };
      }
      const { user, isEnded } = session;
      const users = isEnded ? [] : await this.#sessions.end(context, sql, token.sessionId);
      const reason = isEnded ? ('ended_session' as const) : ('spent_refresh_token' as const);
      return { outcome: { reason, user }, users };
    });
    await this.#sessions.publish(context, users);
    return outcome;
  }
}

interface Presented {
  readonly context: CallContext;
  readonly token: RefreshToken;
}
