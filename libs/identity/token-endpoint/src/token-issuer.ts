import {
  accessTokenLifetimeSeconds,
  applicationApiAudience,
  publicApiAudience,
  signAccessToken,
  type ClientClaims,
  type SigningKeys,
} from '@rapport/access-tokens';
import type { PrincipalState } from '@rapport/admission';
import { AppError, newId, type CallContext, withHeaders } from '@rapport/kernel';
import type { ConsoleGrant, PersonTokenIssuer, PersonTokens } from '@rapport/sign-in';
import type { Caller, TokenEvents } from '@rapport/token-audit';
import type { RequestCounts } from '@rapport/usage';
import { clientKindOf, type ClientKind } from './client-kind.ts';
import { readConnectForm, requireField, type ConnectForm, type ConnectRequest } from './connect-form.ts';
import type {
  AuthenticatedClient,
  ClientCredentials,
  ClientLimit,
  LimitedAuthentication,
} from './entrance/limited-authentication.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import type { Grant, GrantParameters } from './grants/grant.ts';
import { grantTypes, type GrantType } from './grants/grants.ts';

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

/** The answer of the token endpoint. */
export interface Answered {
  readonly token: IssuedToken | PersonTokens;
  readonly headers: Record<string, string>;
}

/** Who answers a kind of client that asks by a grant. A client learns that it has no such grant once it is let in. */
type Matrix = Readonly<Record<ClientKind, Readonly<Record<GrantType, Answer>>>>;
type Answer = (context: CallContext, form: ConnectForm, caller: Caller) => Promise<Answered>;

type Audience = ClientClaims['aud'];

/** Answers token requests with an access token of an hour. */
export class TokenIssuer {
  readonly #authentication: LimitedAuthentication;
  readonly #keys: SigningKeys;
  readonly #events: TokenEvents;
  readonly #counts: RequestCounts;
  readonly #issuer: string;
  readonly #matrix: Matrix;

  constructor(
    authentication: LimitedAuthentication,
    keys: SigningKeys,
    events: TokenEvents,
    people: PersonTokenIssuer,
    counts: RequestCounts,
    issuer: string,
  ) {
    this.#authentication = authentication;
    this.#keys = keys;
    this.#events = events;
    this.#counts = counts;
    this.#issuer = issuer;
    const [noClient, noPerson] = [this.#toClient(), toPerson(people)];
    this.#matrix = {
      api: {
        client_credentials: this.#toClient(clientCredentials),
        authorization_code: noClient,
        refresh_token: noClient,
      },
      console: {
        client_credentials: noPerson,
        authorization_code: toPerson(people, 'authorization_code'),
        refresh_token: toPerson(people, 'refresh_token'),
      },
    };
  }

  /** By a form of RFC 6749: an API client gets a token for the public API, a person's client tokens of the person. */
  async issue(context: CallContext, request: ConnectRequest): Promise<Answered> {
    const form = readConnectForm(request);
    const grantType = knownGrantType(form);
    return this.#matrix[clientKindOf(form.credentials.clientId)][grantType](context, form, request.caller);
  }

  /** For a developer who tries things out: the same limits and scopes, with a token that opens both APIs. */
  async issueForDevelopment(
    context: CallContext,
    credentials: ClientCredentials,
    scope: string | undefined,
    caller: Caller,
  ): Promise<Issue> {
    const client = await this.#authentication.authenticate(context, credentials, caller, tokenLimit);
    const audience = [publicApiAudience, applicationApiAudience];
    return this.#grant(context, client, clientCredentials, { scope }, audience);
  }

  #toClient(grant?: Grant): Answer {
    return async (context, form, caller) => {
      const client = await this.#authentication.authenticate(context, form.credentials, caller, tokenLimit);
      if (!grant) {
        const refusal = new AppError('unauthorized_client', `The client may use ${clientCredentials.type} alone.`);
        throw withHeaders(refusal, client.headers);
      }
      return this.#grant(context, client, grant, parametersOf(grant, form), publicApiAudience);
    };
  }

  /** The headers of the client belong to a refusal too. */
  async #grant(
    context: CallContext,
    { state, requester, headers }: AuthenticatedClient,
    grant: Grant,
    parameters: GrantParameters,
    audience: Audience,
  ): Promise<Issue> {
    try {
      const key = await this.#keys.current(context);
      const [jti, iat] = [newId(), Math.floor(Date.now() / 1_000)];
      const { text, scope } = await grant.handler(state, parameters, (granted) =>
        signAccessToken(key, this.#claimsOf(state, { aud: audience, iat, jti, scope: granted })),
      );
      this.#events.issued(context, requester, { jti, text });
      this.#counts.tokenIssued(state.tenant.id);
      const token = {
        access_token: text,
        token_type: 'Bearer',
        expires_in: accessTokenLifetimeSeconds,
        scope,
      } as const;
      return { token, expiresAtMs: (iat + accessTokenLifetimeSeconds) * 1_000, headers };
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      if (error.code === 'invalid_scope') {
        this.#events.denied(context, requester, 'scope');
      }
      throw withHeaders(error, headers);
    }
  }

  #claimsOf({ client, tenant }: PrincipalState, { aud, iat, jti, scope }: OwnClaims): ClientClaims {
    return {
      iss: this.#issuer,
      aud,
      sub: client.clientId,
      client_id: client.clientId,
      iat,
      exp: iat + accessTokenLifetimeSeconds,
      jti,
      scope,
      tenant_id: tenant.id,
      tev: client.epoch,
    };
  }
}

/** The claims in which the tokens of a client differ. */
type OwnClaims = Pick<ClientClaims, 'aud' | 'iat' | 'jti' | 'scope'>;

function toPerson(people: PersonTokenIssuer, type?: ConsoleGrant): Answer {
  return (context, form, caller) => people.issue(context, { ...form, caller }, type);
}

function knownGrantType(form: ConnectForm): GrantType {
  const named = requireField(form, 'grant_type', clientCredentials.type);
  const type = grantTypes.find((known) => known === named);
  if (type === undefined) {
    throw new AppError('unsupported_grant_type', `The grant types are ${grantTypes.join(', ')}.`);
  }
  return type;
}

function parametersOf({ parameters }: Grant, { fields }: ConnectForm): GrantParameters {
  const taken: Record<string, string | undefined> = {};
  for (const name of parameters) {
    taken[name] = fields.get(name);
  }
  return taken;
}

const tokenLimit: ClientLimit = {
  policy: 'token',
  bucket: (clientId, { address }) => `{${clientId}}:token:${address}`,
  limitOf: (tenant) => tenant.tokenRequestsPerMinute,
  unknownIdsPerMinute: 30,
};
