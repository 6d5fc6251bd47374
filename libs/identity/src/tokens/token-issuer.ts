import OAuth2Server from '@node-oauth/oauth2-server';
import { AppError, newId, type CallContext } from '@rapport/kernel';
import { withHeaders, type ClientCredentials, type ClientEntrance, type Toll } from '../clients/client-entrance.ts';
import type { PrincipalState } from '../admission/principal-state.ts';
import type { TokenEvents, Visit } from '../token-events.ts';
import {
  accessTokenLifetimeSeconds,
  applicationApiAudience,
  publicApiAudience,
  signAccessToken,
} from './access-token.ts';
import { readConnectForm, requireField, type ConnectRequest } from './connect-form.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

export interface IssuedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

/** A token with the headers that belong to its answer. */
export interface Issue {
  readonly token: IssuedToken;
  readonly expiresAtMs: number;
  readonly headers: Record<string, string>;
}

export interface TokenIssuerParts {
  readonly entrance: ClientEntrance;
  readonly keys: SigningKeys;
  readonly events: TokenEvents;
  readonly issuer: string;
}

/** Answers token requests: client credentials for an access token of an hour. */
export class TokenIssuer {
  readonly #parts: TokenIssuerParts;

  constructor(parts: TokenIssuerParts) {
    this.#parts = parts;
  }

  /** By a form of RFC 6749, for the public API. */
  async issue(context: CallContext, request: ConnectRequest, visit: Visit): Promise<Issue> {
    const form = readConnectForm(request);
    if (requireField(form, 'grant_type', clientCredentials) !== clientCredentials) {
      throw new AppError('unsupported_grant_type', `The only grant type is ${clientCredentials}.`);
    }
    return this.#issue(context, form.credentials, form.fields.get('scope'), visit, publicApiAudience);
  }

  /** For whoever tries things out: the same client, limits and scopes, and a token that the application API takes as well. */
  issueForDevelopment(
    context: CallContext,
    credentials: ClientCredentials,
    scope: string | undefined,
    visit: Visit,
  ): Promise<Issue> {
    return this.#issue(context, credentials, scope, visit, [publicApiAudience, applicationApiAudience]);
  }

  async #issue(
    context: CallContext,
    credentials: ClientCredentials,
    scope: string | undefined,
    visit: Visit,
    audience: string | readonly string[],
  ): Promise<Issue> {
    const { entrance, keys, events } = this.#parts;
    const { state, secretId, headers } = await entrance.enter(context, credentials, visit, toll);
    const visitor = { visit, clientId: state.client.clientId, state, secretId };
    try {
      const key = await keys.current(context);
      const [jti, iat] = [newId(), Math.floor(Date.now() / 1_000)];
      const token = await grant(scope, state, (granted) => this.#sign(key, state, { jti, iat, granted, audience }));
      events.issued(context, visitor, { jti, text: token.access_token });
      return { token, expiresAtMs: (iat + accessTokenLifetimeSeconds) * 1_000, headers };
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      if (error.code === 'invalid_scope') {
        events.denied(context, visitor, 'scope');
      }
      throw withHeaders(error, headers);
    }
  }

  #sign(key: SigningKey, { client, tenant }: PrincipalState, { jti, iat, granted, audience }: TokenDetails): string {
    return signAccessToken(key, {
      iss: this.#parts.issuer,
      aud: audience,
      sub: client.clientId,
      client_id: client.clientId,
      iat,
      exp: iat + accessTokenLifetimeSeconds,
      jti,
      scope: granted.join(' '),
      tenant_id: tenant.id,
      tev: client.epoch,
    });
  }
}

interface TokenDetails {
  readonly jti: string;
  /** Seconds. */
  readonly iat: number;
  readonly granted: readonly string[];
  readonly audience: string | readonly string[];
}

/** The library decides by the rules of the grant. The client was authenticated before, so its model only repeats what is known. */
async function grant(
  scope: string | undefined,
  state: PrincipalState,
  sign: (granted: readonly string[]) => string,
): Promise<IssuedToken> {
  const server = new OAuth2Server({ model: modelFor(state, sign), accessTokenLifetime: accessTokenLifetimeSeconds });
  const asked = scope?.trim();
  const body = {
    grant_type: clientCredentials,
    client_id: state.client.clientId,
    client_secret: 'authenticated before',
    // The library takes an empty scope for a wrong one.
    ...(asked && { scope: asked }),
  };
  const request = new OAuth2Server.Request({ headers: formHeaders, method: 'POST', query: {}, body });
  const token = await server.token(request, new OAuth2Server.Response()).catch((error: unknown) => {
    throw told(error);
  });
  return {
    access_token: token.accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenLifetimeSeconds,
    scope: (token.scope ?? []).join(' '),
  };
}

function modelFor(
  { client }: PrincipalState,
  sign: (granted: readonly string[]) => string,
): OAuth2Server.ClientCredentialsModel {
  return {
    getClient: async () => ({ id: client.clientId, grants: [clientCredentials] }),
    getUserFromClient: async () => ({ id: client.userId }),
    validateScope: async (_user, _client, asked) => grantedScopes(client.scopes, asked),
    generateAccessToken: async (_client, _user, scope) => sign(scope),
    saveToken: async (token, owner, user) => ({ ...token, client: owner, user }),
    getAccessToken: async () => null,
  };
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
  return error;
}

const clientCredentials = 'client_credentials';
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };

const toll: Toll = {
  policy: 'token',
  bucket: (clientId, { address }) => `{${clientId}}:token:${address}`,
  limitOf: (tenant) => tenant.tokenRequestsPerMinute,
  strangersPerMinute: 30,
};
