import { systemPython } from '@rapport/local-servers';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { describe, expect, inject, test } from 'vitest';
import { discover, nodeClients } from './clients/node-clients.ts';
import type { AuthenticationMethod, OAuthClient } from './clients/oauth-client.ts';
import { pythonClients, pythonPackages } from './clients/python-clients.ts';
import { newTenant, statusWith } from './token-client.ts';

const { baseUrl: issuer } = inject('platform');
const methods: readonly AuthenticationMethod[] = ['client_secret_basic', 'client_secret_post'];
const python = await systemPython(pythonPackages);

const client = await (await newTenant()).client(['customers.read', 'leads.read']);

describe.each(nodeClients)('$name', (library) => understands(library));

if ('python' in python) {
  describe.each(pythonClients(python.python))('$name', (library) => understands(library));
} else {
  test.skip(`authlib and requests-oauthlib: ${python.missing}`);
}

function understands(library: OAuthClient): void {
  test.each(methods)('the library gets a token with %s that opens the API', async (method) => {
    const got = await library.getToken({ issuer, ...client, scope: 'customers.read', method });
    expect(got).toMatchObject({ scope: 'customers.read' });
    expect(await statusWith('token' in got ? got.token : undefined)).toBe(200);
  });

  test.each(methods)('the library understands with %s that the secret is wrong', async (method) => {
    const wish = { issuer, ...client, clientSecret: `${client.clientSecret}x`, scope: 'customers.read', method };
    expect(await library.getToken(wish)).toEqual({ error: 'invalid_client' });
  });

  test.each(methods)('the library understands with %s that a scope is not granted', async (method) => {
    const wish = { issuer, ...client, scope: 'customers.read leads.delete', method };
    expect(await library.getToken(wish)).toEqual({ error: 'invalid_scope' });
  });

  test.each(methods)('the library understands with %s that it came too often', async (method) => {
    const limited = await (await newTenant(1)).client();
    const wish = { issuer, ...limited, scope: 'leads.read', method };
    expect(await library.getToken(wish)).toMatchObject({ scope: 'leads.read' });
    expect(await library.getToken(wish)).toEqual({ error: 'temporarily_unavailable' });
  });
}

describe('a resource server that verifies by itself', () => {
  const wish = () => ({ issuer, ...client, scope: 'leads.read', method: 'client_secret_post' }) as const;
  const audience = 'urn:rapport:public-api';

  test.each(['oauth2', 'oidc'] as const)(
    'a resource server that verifies by itself finds the metadata by %s',
    async (algorithm) => {
      expect(await discover(issuer, algorithm)).toMatchObject({ issuer, token_endpoint: `${issuer}/connect/token` });
    },
  );

  test('a resource server with oauth4webapi takes the token as one of RFC 9068', async () => {
    const got = await nodeClients[0]?.getToken(wish());
    const headers = { authorization: `Bearer ${got && 'token' in got ? got.token : ''}` };
    const request = new Request(`${issuer}/api/v1/leads`, { headers });
    const claims = await oauth.validateJwtAccessToken(await discover(issuer, 'oauth2'), request, audience, {
      [oauth.allowInsecureRequests]: true,
    });
    expect(claims).toMatchObject({ client_id: client.clientId, scope: 'leads.read' });
  });

  test('a resource server with jose takes the token by the published keys', async () => {
    const got = await nodeClients[0]?.getToken(wish());
    const { jwks_uri: keys } = await discover(issuer, 'oauth2');
    const verified = await jwtVerify(got && 'token' in got ? got.token : '', createRemoteJWKSet(new URL(keys ?? '')), {
      issuer,
      audience,
      typ: 'at+jwt',
      algorithms: ['ES256'],
    });
    expect(verified.payload.sub).toBe(client.clientId);
  });
});
