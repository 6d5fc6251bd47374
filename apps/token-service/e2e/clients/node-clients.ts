import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import type { OAuthClient, TokenOutcome, TokenWish } from './oauth-client.ts';

export const nodeClients: readonly OAuthClient[] = [
  { name: 'oauth4webapi', getToken: withOauth4webapi },
  { name: 'openid-client', getToken: withOpenidClient },
  { name: 'simple-oauth2', getToken: withSimpleOauth2 },
];

/** These libraries insist on TLS without this option. */
const insecure = { [oauth.allowInsecureRequests]: true };

export async function discover(issuer: string, algorithm: 'oauth2' | 'oidc'): Promise<oauth.AuthorizationServer> {
  const answer = await oauth.discoveryRequest(new URL(issuer), { algorithm, ...insecure });
  return oauth.processDiscoveryResponse(new URL(issuer), answer);
}

async function withOauth4webapi(wish: TokenWish): Promise<TokenOutcome> {
  const server = await discover(wish.issuer, 'oauth2');
  const client: oauth.Client = { client_id: wish.clientId };
  const method = wish.method === 'client_secret_post' ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
  const parameters = new URLSearchParams({ scope: wish.scope });
  const answer = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    method(wish.clientSecret),
    parameters,
    insecure,
  );
  return outcome(async () => {
    const token = await oauth.processClientCredentialsResponse(server, client, answer);
    return { token: token.access_token, scope: token.scope ?? '' };
  });
}

async function withOpenidClient(wish: TokenWish): Promise<TokenOutcome> {
  const method = wish.method === 'client_secret_post' ? openid.ClientSecretPost : openid.ClientSecretBasic;
  const configuration = await openid.discovery(
    new URL(wish.issuer),
    wish.clientId,
    undefined,
    method(wish.clientSecret),
    { execute: [openid.allowInsecureRequests] },
  );
  return outcome(async () => {
    const token = await openid.clientCredentialsGrant(configuration, { scope: wish.scope });
    return { token: token.access_token, scope: token.scope ?? '' };
  });
}

async function withSimpleOauth2(wish: TokenWish): Promise<TokenOutcome> {
  const client = new ClientCredentials({
    client: { id: wish.clientId, secret: wish.clientSecret },
    auth: { tokenHost: wish.issuer, tokenPath: '/connect/token' },
    options: { authorizationMethod: wish.method === 'client_secret_post' ? 'body' : 'header' },
  });
  return outcome(async () => {
    const { token } = await client.getToken({ scope: wish.scope });
    return { token: String(token['access_token']), scope: String(token['scope']) };
  });
}

/** The outcome, with the error's name from the place where its library puts it. */
async function outcome(work: () => Promise<TokenOutcome>): Promise<TokenOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) {
      return { error: error.error };
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) {
      // The library looks at the challenge before the body, and keeps the answer for its caller.
      return { error: ((await error.response.json()) as { error: string }).error };
    }
    const payload = error instanceof Error && 'data' in error ? (error.data as { payload?: { error?: string } }) : {};
    if (payload.payload?.error === undefined) {
      throw error;
    }
    return { error: payload.payload.error };
  }
}
