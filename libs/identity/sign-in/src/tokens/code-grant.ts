import type { Database, Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Sessions, TouchedUser } from '@rapport/sessions';
import type { DenialReason } from '@rapport/token-audit';
import type { RedirectAddresses } from '../console-client.ts';
import { brokenRule, type CodeFields } from './code-rules.ts';
import type { CodeStore, PresentedCode } from './code-store.ts';
import type { GrantOutcome } from './grant-outcome.ts';
import type { RefreshStore } from './refresh-store.ts';

/** Exchanges a code for the first tokens of a session (RFC 6749, 4.1.3). */
export class CodeGrant {
  readonly #database: Database;
  readonly #codes: CodeStore;
  readonly #refreshTokens: RefreshStore;
  readonly #sessions: Sessions;
  readonly #redirects: RedirectAddresses;

  constructor(
    database: Database,
    codes: CodeStore,
    refreshTokens: RefreshStore,
    sessions: Sessions,
    redirects: RedirectAddresses,
  ) {
    this.#database = database;
    this.#codes = codes;
    this.#refreshTokens = refreshTokens;
    this.#sessions = sessions;
    this.#redirects = redirects;
  }

  isOurs(text: string): boolean {
    return this.#codes.isOurs(text);
  }

  /** The code is spent also where the request is refused. A second use ends the session that the first one began. */
  async exchange(context: CallContext, fields: ExchangedFields): Promise<GrantOutcome> {
    const { outcome, users } = await this.#database.control.transaction(context, async (sql) => {
      const code = await this.#codes.spend(context, sql, fields.code);
      if (!code) {
        return refused('bad_code');
      }
      if (code.isSpent) {
        return refused('spent_code', code, await this.#endOf(context, sql, code));
      }
      const reason = await brokenRule(code, fields);
      return reason ? refused(reason, code) : this.#begin(context, sql, fields, code);
    });
    await this.#sessions.publish(context, users);
    return outcome;
  }

  async #endOf(context: CallContext, sql: Sql, { sessionId }: PresentedCode): Promise<readonly TouchedUser[]> {
    return sessionId === null ? [] : this.#sessions.end(context, sql, sessionId);
  }

  async #begin(
    context: CallContext,
    sql: Sql,
    { code: text, isBrief: wantsBrief }: ExchangedFields,
    code: PresentedCode,
  ): Promise<Settled> {
    const isBrief = wantsBrief || this.#redirects.isOfConsole(code.redirectUri);
    const id = await this.#sessions.begin(context, sql, { ...code, isBrief });
    if (id === undefined) {
      return refused('ended_sign_in', code);
    }
    await this.#codes.noteSession(context, sql, text, id);
    const refreshToken = isBrief ? null : await this.#refreshTokens.begin(context, sql, id);
    const { clientId, userId, tenantId, epoch } = code;
    return { outcome: { session: { id, clientId, userId, tenantId, epoch }, refreshToken }, users: [] };
  }
}

interface ExchangedFields extends CodeFields {
  readonly code: string;
  /** Whether the client wants no refresh token. */
  readonly isBrief: boolean;
}

/** The outcome of a transaction, and the users that it changed. */
interface Settled {
  readonly outcome: GrantOutcome;
  readonly users: readonly TouchedUser[];
}

function refused(reason: DenialReason, code?: PresentedCode, users: readonly TouchedUser[] = []): Settled {
  return { outcome: { reason, user: code && { id: code.userId, tenantId: code.tenantId } }, users };
}
