import OAuth2Server from '@node-oauth/oauth2-server';
import { accessTokenLifetimeSeconds } from '@rapport/access-tokens';
import type { ClientState } from '@rapport/admission';
import { AppError, nearest } from '@rapport/kernel';
import type { Grant } from './grant.ts';

/**
 * The client gets a token for itself (RFC 6749, 4.4). The library is asked because others maintain and review its rules
 * of the grant; the client was authenticated before, so the model only repeats what is known.
 */
export const clientCredentials: Grant = {
  type: 'client_credentials',
  parameters: ['scope'],
  async handler({ client }, { scope }, sign) {
    const server = new OAuth2Server({ model: modelOf(client, sign), accessTokenLifetime: accessTokenLifetimeSeconds });
    const token = await server
      .token(requestOf(client, scope?.trim()), new OAuth2Server.Response())
      .catch((error: unknown) => refuse(error, client, scope ?? ''));
    return { text: token.accessToken, scope: (token.scope ?? []).join(' ') };
  },
};

function modelOf(client: ClientState, sign: (scope: string) => string): OAuth2Server.ClientCredentialsModel {
  return {
    getClient: async () => ({ id: client.clientId, grants: [clientCredentials.type] }),
    getUserFromClient: async () => ({ id: client.userId }),
    validateScope: async (_user, _client, asked) => grantedScopes(client.scopes, asked),
    generateAccessToken: async (_client, _user, scopes) => sign(scopes.join(' ')),
    saveToken: async (token, owner, user) => ({ ...token, client: owner, user }),
    getAccessToken: async () => null,
  };
}

/** The library takes an empty scope for a wrong one, so an empty scope is left out. */
function requestOf(client: ClientState, scope: string | undefined): OAuth2Server.Request {
  const body = {
    grant_type: clientCredentials.type,
    client_id: client.clientId,
    client_secret: 'authenticated before',
    ...(scope && { scope }),
  };
  return new OAuth2Server.Request({ headers: formHeaders, method: 'POST', query: {}, body });
}

/** All configured scopes if the client asks for none; false if it asks for a scope that it does not have. */
function grantedScopes(configured: readonly string[], asked: readonly string[] | undefined): string[] | false {
  const wanted = asked ?? configured;
  return wanted.every((scope) => configured.includes(scope)) && [...new Set(wanted)].sort();
}

/** The caller never sees a sentence of the library, because that can quote an error of ours. */
function refuse(error: unknown, { scopes }: ClientState, asked: string): never {
  if (!(error instanceof OAuth2Server.InvalidScopeError)) {
    throw error;
  }
  const [lacking = asked] = asked.split(' ').filter((scope) => scope !== '' && !scopes.includes(scope));
  const named = namable.test(lacking) ? lacking : 'of that name';
  const meant = nearest(lacking, scopes);
  const way = meant === undefined ? 'leave scope out to get all that it has' : `write ${meant}`;
  throw new AppError('invalid_scope', `The client does not have the scope ${named}; ${way}.`);
}

/** A text that can be the slip of a pen in a scope of ours. */
const namable = /^[\w.:-]{1,50}$/;

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
