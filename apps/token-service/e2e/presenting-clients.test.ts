import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { expect, inject, test } from 'vitest';
import { discover } from './clients/node-clients.ts';
import { newToken } from './presented-tokens.ts';
import { newTenant, statusWith } from './token-client.ts';

const { baseUrl } = inject('platform');
const insecure = { [oauth.allowInsecureRequests]: true };

const client = await (await newTenant()).client();

test.each([
  ['client_secret_post', oauth.ClientSecretPost],
  ['client_secret_basic', oauth.ClientSecretBasic],
])('oauth4webapi asks about a token and revokes it with %s', async (_, method) => {
  const server = await discover(baseUrl, 'oauth2');
  const self: oauth.Client = { client_id: client.clientId };
  const secret = method(client.clientSecret);
  const token = await newToken(client);
  const introspect = async () =>
    oauth.processIntrospectionResponse(
      server,
      self,
      await oauth.introspectionRequest(server, self, secret, token, insecure),
    );
  expect(await introspect()).toMatchObject({ active: true, client_id: client.clientId, iss: baseUrl });
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, self, secret, token, insecure));
  expect(await introspect()).toEqual({ active: false });
  expect(await statusWith(token)).toBe(401);
});

test.each([
  ['client_secret_post', openid.ClientSecretPost],
  ['client_secret_basic', openid.ClientSecretBasic],
])('openid-client asks about a token and revokes it with %s', async (_, method) => {
  const execute = [openid.allowInsecureRequests];
  const secret = method(client.clientSecret);
  const configuration = await openid.discovery(new URL(baseUrl), client.clientId, undefined, secret, { execute });
  const token = await newToken(client);
  expect(await openid.tokenIntrospection(configuration, token)).toMatchObject({ active: true });
  await openid.tokenRevocation(configuration, token);
  expect(await openid.tokenIntrospection(configuration, token)).toEqual({ active: false });
  expect(await statusWith(token)).toBe(401);
});
