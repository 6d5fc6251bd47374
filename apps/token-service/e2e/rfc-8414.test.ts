import { describe, expect, inject, test } from 'vitest';
import { ask, formOf, newTenant } from './token-client.ts';

const { baseUrl } = inject('platform');
const wellKnown = `${baseUrl}/.well-known/oauth-authorization-server`;

async function metadata(address = wellKnown): Promise<Record<string, unknown>> {
  return (await (await fetch(address)).json()) as Record<string, unknown>;
}

describe('RFC 8414, 2, metadata', () => {
  test('RFC 8414 2: the issuer is an address without query and fragment', async () => {
    const { issuer } = await metadata();
    const { search, hash } = new URL(String(issuer));
    expect([search, hash, String(issuer).includes('?'), String(issuer).includes('#')]).toEqual(['', '', false, false]);
  });

  test('RFC 8414 2: the token endpoint is named and gives tokens', async () => {
    const { token_endpoint: endpoint } = await metadata();
    expect(endpoint).toBe(`${baseUrl}/connect/token`);
    expect((await ask(formOf(await (await newTenant()).client()))).status).toBe(200);
  });

  test('RFC 8414 2: the authorization endpoint is named, with the response types and challenge methods that it takes', async () => {
    expect(await metadata()).toMatchObject({
      authorization_endpoint: `${baseUrl}/connect/authorize`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  test('RFC 8414 2: the key set holds the keys that verify, and no private part of them', async () => {
    const { jwks_uri: address } = await metadata();
    const { keys } = (await (await fetch(String(address))).json()) as { keys: Record<string, unknown>[] };
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ use: 'sig', kid: expect.any(String) as unknown, alg: expect.any(String) as unknown });
      expect(Object.keys(key).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'].includes(name))).toEqual(
        [],
      );
    }
  });

  test('RFC 8414 2: the named scopes, grants and ways of authentication are those that work', async () => {
    const { scopes_supported: scopes, ...document } = await metadata();
    expect(document).toMatchObject({
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    });
    const { body } = await ask(formOf(await (await newTenant()).client()));
    expect(String(body['scope']).split(' ').toSorted()).toEqual(
      (scopes as string[]).filter((scope) => scope !== 'users.read').toSorted(),
    );
  });

  test('RFC 8414 2: every named endpoint exists', async () => {
    const addresses = Object.entries(await metadata()).filter(([name]) => /_endpoint$|_uri$/.test(name));
    for (const [name, address] of addresses) {
      const { status } = await fetch(String(address), { method: name === 'jwks_uri' ? 'GET' : 'POST' });
      expect([200, 400, 401], name).toContain(status);
    }
  });
});

describe('RFC 8414, 3, how it is obtained', () => {
  test('RFC 8414 3: the metadata are at the well-known path of the host, and at the path of OpenID documents', async () => {
    expect(await metadata(`${baseUrl}/.well-known/openid-configuration`)).toEqual(await metadata());
  });

  test('RFC 8414 3.1: the metadata are read by GET', async () => {
    const answer = await fetch(wellKnown, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('RFC 8414 3.2: the metadata are a JSON object with 200 and application/json, in which lists are arrays', async () => {
    const answer = await fetch(wellKnown);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    for (const [name, value] of Object.entries(await metadata())) {
      const isList = name.endsWith('_supported') && name !== 'authorization_response_iss_parameter_supported';
      expect(Array.isArray(value), name).toBe(isList);
    }
  });

  test('RFC 8414 3.3: the issuer of the metadata is the address under which they were read, and the issuer of tokens', async () => {
    const { issuer } = await metadata();
    expect(issuer).toBe(baseUrl);
    const { body } = await ask(formOf(await (await newTenant()).client()));
    const claims = String(body['access_token']).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: issuer });
  });

  test('RFC 8414 3.3: the issuer of the metadata does not follow the Host header of a request', async () => {
    const answer = await fetch(wellKnown, { headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'ftp' } });
    expect(await answer.json()).toMatchObject({ issuer: baseUrl, token_endpoint: `${baseUrl}/connect/token` });
  });
});
