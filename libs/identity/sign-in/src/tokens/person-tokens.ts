import {
  applicationApiAudience,
  personTokenLifetimeSeconds,
  signAccessToken,
  type SigningKeys,
} from '@rapport/access-tokens';
import { AppError, newId, withHeaders, type CallContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Limiter } from '@rapport/rate-limit';
import type { Caller, Requester, TokenEvents } from '@rapport/token-audit';
import { consoleClientId, type ConsoleGrant } from '../console-client.ts';
import type { CodeGrant } from './code-grant.ts';
import type { GrantOutcome } from './grant-outcome.ts';
import type { GoingSession } from './refresh-store.ts';
import type { RefreshGrant } from './refresh-grant.ts';

/** A token request of the public client, as it came. */
export interface PersonTokenRequest {
  readonly caller: Caller;
  readonly hasSecret: boolean;
  readonly fields: Fields;
}

type Fields = ReadonlyMap<string, string>;

export interface PersonTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
}

interface PersonGrant {
  /** Whether the request bears a mark of ours. */
  readonly isOurs: (fields: Fields) => boolean;
  readonly grant: (context: CallContext, fields: Fields) => Promise<GrantOutcome>;
}

/** Answers the token requests of the client at which people sign in. */
export class PersonTokenIssuer {
  readonly #grants: Readonly<Record<ConsoleGrant, PersonGrant>>;
  readonly #keys: SigningKeys;
  readonly #limiter: Limiter;
  readonly #events: TokenEvents;
  readonly #issuer: string;

  constructor(
    codes: CodeGrant,
    refreshes: RefreshGrant,
    keys: SigningKeys,
    limiter: Limiter,
    events: TokenEvents,
    issuer: string,
  ) {
    this.#grants = {
      authorization_code: {
        isOurs: (fields) => codes.isOurs(fields.get('code') ?? ''),
        grant: (context, fields) => codes.exchange(context, exchangedFields(fields)),
      },
      refresh_token: {
        isOurs: (fields) => refreshes.isOurs(fields.get('refresh_token') ?? ''),
        grant: (context, fields) => refreshes.refresh(context, required(fields, 'refresh_token')),
      },
    };
    this.#keys = keys;
    this.#limiter = limiter;
    this.#events = events;
    this.#issuer = issuer;
  }

  /** By a grant; without one the request is refused. */
  async issue(context: CallContext, request: PersonTokenRequest, type: ConsoleGrant | undefined) {
    const { isOurs } = this.#grants[type ?? 'authorization_code'];
    const headers = await this.#takeUnit(context, request, isOurs(request.fields) ? 'token' : 'unknown-token');
    try {
      return { token: await this.#issue(context, request, type && this.#grants[type]), headers };
    } catch (error) {
      throw error instanceof AppError ? withHeaders(error, headers) : error;
    }
  }

  async #issue(context: CallContext, request: PersonTokenRequest, grant?: PersonGrant): Promise<PersonTokens> {
    // A key that cannot be had must not cost the person a code or a refresh token.
    const key = await this.#keys.current(context);
    const outcome = await this.#grant(context, request, grant);
    if ('reason' in outcome) {
      this.#events.denied(context, { ...requesterOf(request), user: outcome.user }, outcome.reason);
      throw new AppError('invalid_grant', invalidGrant);
    }
    const { session, refreshToken } = outcome;
    const jti = newId();
    const text = signAccessToken(key, this.#claimsOf(session, jti));
    const user = { id: session.userId, tenantId: session.tenantId };
    this.#events.issued(context, { ...requesterOf(request), user }, { jti, text });
    const expiry = { token_type: 'Bearer', expires_in: personTokenLifetimeSeconds } as const;
    return { access_token: text, ...expiry, ...(refreshToken !== null && { refresh_token: refreshToken }) };
  }

  async #grant(context: CallContext, { hasSecret, fields }: PersonTokenRequest, grant?: PersonGrant) {
    if (hasSecret) {
      throw new AppError('invalid_client', 'Client authentication failed.');
    }
    if (!grant) {
      throw new AppError('unauthorized_client', `The client ${consoleClientId} has no grant of this type.`);
    }
    return grant.grant(context, fields);
  }

  /**
   * All people behind one address share its limit, so it is that of many. What bears no mark of ours counts apart: a
   * caller that has nothing of ours keeps none of them out.
   */
  async #takeUnit(context: CallContext, request: PersonTokenRequest, kind: 'token' | 'unknown-token') {
    const bucket = `{${consoleClientId}}:${kind}:${request.caller.address}`;
    const allowance = await this.#limiter.take(context, bucket, perAddressAndMinute);
    const headers = rateLimitHeaders('person-token', allowance);
    if (!allowance.isTaken) {
      this.#events.rateLimited(context, requesterOf(request));
      throw withHeaders(rateLimited(allowance), headers);
    }
    return headers;
  }

  #claimsOf({ id, clientId, userId, tenantId, epoch }: GoingSession, jti: string) {
    const iat = Math.floor(Date.now() / 1_000);
    const life = { iat, exp: iat + personTokenLifetimeSeconds, jti };
    const principal = { sub: userId, client_id: clientId, tenant_id: tenantId, sid: id, tev: epoch };
    return { iss: this.#issuer, aud: applicationApiAudience, ...principal, ...life };
  }
}

function requesterOf({ caller }: PersonTokenRequest): Requester {
  return { caller, clientId: consoleClientId, state: undefined };
}

function exchangedFields(fields: Fields) {
  const [redirectUri, verifier] = [fields.get('redirect_uri'), fields.get('code_verifier')];
  const code = required(fields, 'code');
  return { code, redirect_uri: redirectUri, code_verifier: verifier, isBrief: fields.get('access_type') === 'online' };
}

function required(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (value === undefined) {
    throw new AppError('invalid_request', `The parameter ${name} is missing.`);
  }
  return value;
}

const invalidGrant = 'The code or the refresh token is of no use; send the person to the authorization endpoint again.';

const perAddressAndMinute = 600;
