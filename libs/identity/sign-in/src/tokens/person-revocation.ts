import { presentedPersonToken, type TokenVerifier } from '@rapport/access-tokens';
import type { Database } from '@rapport/database';
import { AppError, withHeaders, type CallContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Limiter } from '@rapport/rate-limit';
import type { Sessions, TouchedUser } from '@rapport/sessions';
import type { Caller, TokenEvents } from '@rapport/token-audit';
import { consoleClientId } from '../console-client.ts';
import type { RefreshStore } from './refresh-store.ts';

/** A token that the public client gives up. */
export interface PersonRevocationRequest {
  readonly caller: Caller;
  readonly hasSecret: boolean;
  readonly token: string;
}

/** Ends the tokens of people at their client's request (RFC 7009): an access token alone, or a session by its refresh token. */
export class PersonRevocation {
  readonly #database: Database;
  readonly #refreshTokens: RefreshStore;
  readonly #sessions: Sessions;
  readonly #verifier: TokenVerifier;
  readonly #limiter: Limiter;
  readonly #events: TokenEvents;

  constructor(
    database: Database,
    refreshTokens: RefreshStore,
    sessions: Sessions,
    verifier: TokenVerifier,
    limiter: Limiter,
    events: TokenEvents,
  ) {
    this.#database = database;
    this.#refreshTokens = refreshTokens;
    this.#sessions = sessions;
    this.#verifier = verifier;
    this.#limiter = limiter;
    this.#events = events;
  }

  /** When it returns, no replica takes what was revoked. For any other text the answer is the same. */
  async revoke(context: CallContext, request: PersonRevocationRequest): Promise<Record<string, string>> {
    const bucket = `{${consoleClientId}}:presented-token:${request.caller.address}`;
    const allowance = await this.#limiter.take(context, bucket, perAddressAndMinute);
    const headers = rateLimitHeaders('presented-token', allowance);
    if (!allowance.isTaken) {
      throw withHeaders(rateLimited(allowance), headers);
    }
    if (request.hasSecret) {
      throw withHeaders(new AppError('invalid_client', 'Client authentication failed.'), headers);
    }
    const { control } = this.#database;
    const refreshToken = this.#refreshTokens.read(request.token);
    const users =
      refreshToken && (await this.#refreshTokens.isOf(context, control, refreshToken, consoleClientId))
        ? await control.transaction(context, (sql) => this.#sessions.end(context, sql, refreshToken.sessionId))
        : await this.#endAccessToken(context, request);
    await this.#sessions.publish(context, users);
    return headers;
  }

  async #endAccessToken(context: CallContext, request: PersonRevocationRequest): Promise<readonly TouchedUser[]> {
    const token = await presentedPersonToken(context, this.#verifier, consoleClientId, request.token);
    if (!token) {
      return [];
    }
    const { tokenId, userId, tenantId } = token;
    const users = await this.#database.control.transaction(context, (sql) =>
      this.#sessions.endToken(context, sql, { id: tokenId, userId }),
    );
    const requester = { caller: request.caller, clientId: consoleClientId, state: undefined };
    this.#events.revoked(context, { ...requester, user: { id: userId, tenantId } }, { jti: tokenId });
    return users;
  }
}

const perAddressAndMinute = 600;
