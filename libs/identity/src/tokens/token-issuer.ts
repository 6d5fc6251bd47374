import OAuth2Server from '@node-oauth/oauth2-server';
import { AppError, newId, type CallContext } from '@rapport/kernel';
import { rateLimited, rateLimitHeaders, type Allowance, type Limiter } from '@rapport/rate-limit';
import type { Redis } from '@rapport/redis';
import type { Logger, Metrics } from '@rapport/telemetry';
import type { PrincipalState } from '../admission/principal-state.ts';
import type { ClientAuthentication, FoundClient } from '../clients/client-authentication.ts';
import type { ClientIds } from '../clients/client-id.ts';
import { publicApiAudience, signAccessToken } from './access-token.ts';
import { readTokenRequest, type TokenForm, type TokenRequest } from './form.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

export interface TokenIssuerParts {
  readonly ids: ClientIds;
  readonly authentication: ClientAuthentication;
  readonly keys: SigningKeys;
  readonly limiter: Limiter;
  readonly redis: Redis;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly issuer: string;
}

/** Answers token requests: client credentials for an access token of an hour. */
export class TokenIssuer {
  readonly #parts: TokenIssuerParts;
  readonly #countDenied: (reason: string) => void;

  constructor(parts: TokenIssuerParts) {
    this.#parts = parts;
    const denied = parts.metrics.counter({
      name: 'token_denied_total',
      help: 'Token requests that were refused, by reason.',
      labelNames: ['reason'],
    });
    this.#countDenied = (reason) => denied.inc({ reason });
  }

  /** `address` is the caller's, as the limits count it. The headers belong to the answer, whichever it is. */
  async issue(
    context: CallContext,
    request: TokenRequest,
    address: string,
  ): Promise<{ token: IssuedToken; headers: Record<string, string> }> {
    const form = readTokenRequest(request);
    const found = await this.#find(context, form);
    const limits = await this.#take(context, found, address);
    const headers = rateLimitHeaders('token', limits);
    if (!limits.isTaken) {
      this.#countDenied('rate_limited');
      throw withHeaders(rateLimited(limits), headers);
    }
    try {
      return { token: await this.#grant(context, form, found, address), headers };
    } catch (error) {
      throw error instanceof AppError ? withHeaders(error, headers) : error;
    }
  }

  /** An id that was never given out is known as such without a look-up. */
  async #find(context: CallContext, { credentials: { clientId } }: TokenForm): Promise<FoundClient | undefined> {
    const { ids, authentication, redis } = this.#parts;
    return ids.isMinted(clientId) ? authentication.find(context, clientId, redis.deadline()) : undefined;
  }

  /** A unit is taken before the secret is looked at. Ids that were never given out share one bucket per address. */
  async #take(context: CallContext, found: FoundClient | undefined, address: string): Promise<Allowance> {
    const { limiter } = this.#parts;
    if (!found) {
      return limiter.take(context, `{${address}}:unknown-clients`, unknownClientsPerMinute);
    }
    const { client, tenant } = found.known.state;
    return limiter.take(context, `{${client.clientId}}:token:${address}`, tenant.tokenRequestsPerMinute);
  }

  /** The library decides by the grant's rules; who the client is and what it may have is said by the model. */
  async #grant(
    context: CallContext,
    form: TokenForm,
    found: FoundClient | undefined,
    address: string,
  ): Promise<IssuedToken> {
    const { credentials, scope, grantType } = form;
    const key = await this.#parts.keys.current(context);
    const state = await this.#authenticate(context, form, found, address);
    const server = new OAuth2Server({ model: this.#modelFor(key, state), accessTokenLifetime: lifetimeSeconds });
    const body = {
      grant_type: grantType,
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      ...(scope && { scope }),
    };
    const asked = new OAuth2Server.Request({ headers: formHeaders, method: 'POST', query: {}, body });
    const token = await server.token(asked, new OAuth2Server.Response()).catch((error: unknown) => {
      throw told(error);
    });
    return {
      access_token: token.accessToken,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: (token.scope ?? []).join(' '),
    };
  }

  async #authenticate(
    context: CallContext,
    { credentials }: TokenForm,
    found: FoundClient | undefined,
    address: string,
  ): Promise<PrincipalState> {
    const { ids, authentication } = this.#parts;
    const answer = ids.isMinted(credentials.clientId)
      ? await authentication.authenticate(context, found, credentials.clientSecret)
      : ({ outcome: 'refused', reason: 'unminted' } as const);
    if (answer.outcome === 'authenticated') {
      return answer.state;
    }
    this.#countDenied(answer.reason);
    this.#parts.logger.info(
      { traceId: context.trace.traceId, reason: answer.reason, address },
      'a token request was denied',
    );
    throw await this.#refusal(context, address);
  }

  /** One text for unknown, wrong, expired and disabled. Whoever fails too often from one address hears 429 instead. */
  async #refusal(context: CallContext, address: string): Promise<AppError> {
    const failures = await this.#parts.limiter.take(context, `{${address}}:failures`, failuresPerMinute);
    if (!failures.isTaken) {
      return rateLimited(failures);
    }
    return new AppError('invalid_client', 'Client authentication failed.');
  }

  #modelFor(key: SigningKey, state: PrincipalState): OAuth2Server.ClientCredentialsModel {
    const { client, tenant } = state;
    return {
      getClient: async () => ({ id: client.clientId, grants: ['client_credentials'] }),
      getUserFromClient: async () => ({ id: client.userId }),
      validateScope: async (_user, _client, asked) => grantedScopes(client.scopes, asked),
      generateAccessToken: async (_client, _user, scope) => {
        const iat = Math.floor(Date.now() / 1_000);
        return signAccessToken(key, {
          iss: this.#parts.issuer,
          aud: publicApiAudience,
          sub: client.clientId,
          client_id: client.clientId,
          iat,
          exp: iat + lifetimeSeconds,
          jti: newId(),
          scope: scope.join(' '),
          tenant_id: tenant.id,
          tev: client.epoch,
        });
      },
      saveToken: async (token, client, user) => ({ ...token, client, user }),
      getAccessToken: async () => null,
    };
  }
}

/** All configured scopes when none is asked for; nothing when one is asked for that the client does not have. */
function grantedScopes(configured: readonly string[], asked: readonly string[] | undefined): string[] | false {
  const wanted = asked ?? configured;
  return wanted.every((scope) => configured.includes(scope)) && [...new Set(wanted)].sort();
}

/** The library's own sentences are never told: one of them can hold an error of ours. */
function told(error: unknown): unknown {
  if (error instanceof OAuth2Server.InvalidScopeError) {
    return new AppError(
      'invalid_scope',
      'A scope was asked for that the client does not have; leave scope out to get all that are configured.',
    );
  }
  if (error instanceof OAuth2Server.InvalidClientError) {
    return new AppError('invalid_client', 'Client authentication failed.');
  }
  return error;
}

function withHeaders(error: AppError, headers: Record<string, string>): AppError {
  return new AppError(error.code, error.message, { headers: { ...error.headers, ...headers }, cause: error });
}

const lifetimeSeconds = 3_600;
const unknownClientsPerMinute = 30;
const failuresPerMinute = 300;
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
