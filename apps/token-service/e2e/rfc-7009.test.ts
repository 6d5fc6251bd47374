import { expect, inject, test } from 'vitest';
import {
  expectRefused,
  newToken,
  post,
  tokenForm,
  wrongRequests,
  type PresentedAnswer,
  type TokenEndpoint,
} from './presented-tokens.ts';
import { basic, done, newTenant, statusWith, tokens, type Credentials } from './token-client.ts';

const { baseUrl } = inject('platform');
const endpoint: TokenEndpoint = '/connect/revocation';

const tenant = await newTenant();
const client = await tenant.client();

const revoke = (of: Credentials, text: string | undefined, more: Record<string, string> = {}) =>
  post(endpoint, tokenForm(of, text, more));

function expectDone({ status, text, headers }: PresentedAnswer): void {
  expect(text).toBe('');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('ratelimit-policy')).toMatch(/q=600;w=60$/);
}

/** It takes four requests, so that each replica answers. */
async function statusesWith(token: string): Promise<number[]> {
  return Promise.all(Array.from({ length: 4 }, () => statusWith(token)));
}

test('RFC 7009 2: access tokens can be revoked, at the address in the metadata', async () => {
  const metadata = done(await tokens.getServerMetadata(), 200);
  expect(metadata.revocation_endpoint).toBe(`${baseUrl}${endpoint}`);
  expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(metadata.token_endpoint_auth_methods_supported);
  const token = await newToken(client);
  const body = { token, client_id: client.clientId, client_secret: client.clientSecret };
  done(await tokens.revokeToken({ body }), 200);
  expect(await statusWith(token)).toBe(401);
});

test('RFC 7009 2.1: the endpoint takes an HTTP POST with a form, and no other request', async () => {
  const token = await newToken(client);
  const read = await fetch(`${baseUrl}${endpoint}?token=${token}`);
  expect(read.status).toBe(405);
  expect(read.headers.get('allow')).toBe('POST');
  for (const [name, { body, headers, search }] of Object.entries(wrongRequests(client, token))) {
    const answer = await post(`${endpoint}${search}`, body, headers);
    expect(answer.status, name).toBe(400);
    expectRefused(answer, endpoint, 400, 'invalid_request');
  }
  expectRefused(await post(endpoint, tokenForm(client, 'x'.repeat(16_384))), endpoint, 413, 'payload_too_large');
  expect(await statusWith(token)).toBe(200);
});

test('RFC 7009 2.1: token is required', async () => {
  expectRefused(await revoke(client, undefined), endpoint, 400, 'invalid_request');
  expectRefused(await revoke(client, ''), endpoint, 400, 'invalid_request');
});

test.each(['refresh_token', 'access_token'])(
  'RFC 7009 2.1: with the hint %s the search extends to every type of token',
  async (hint) => {
    const token = await newToken(client);
    expectDone(await revoke(client, token, { token_type_hint: hint }));
    expect(await statusWith(token)).toBe(401);
  },
);

test('RFC 7009 2.1: the client authenticates by RFC 6749 2.3, in the form or by HTTP Basic', async () => {
  const [one, other] = [await newToken(client), await newToken(client)];
  expectDone(await revoke(client, one));
  expectDone(await post(endpoint, { token: other }, basic(client.clientId, client.clientSecret)));
  expect([await statusWith(one), await statusWith(other)]).toEqual([401, 401]);
});

test('RFC 7009 2.1: the credentials are validated first, and a token lives on if they are wrong', async () => {
  const token = await newToken(client);
  expectRefused(await post(endpoint, { token }), endpoint, 401, 'invalid_client');
  expectRefused(await revoke({ ...client, clientSecret: 'wrong' }, token), endpoint, 401, 'invalid_client');
  const answer = await post(endpoint, { token }, basic(client.clientId, 'wrong'));
  expectRefused(answer, endpoint, 401, 'invalid_client');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  expect(await statusWith(token)).toBe(200);
});

test('RFC 7009 2.1: a token that was issued to another client does not end, and the answer shows nothing of it', async () => {
  const token = await newToken(client);
  expectDone(await revoke(await tenant.client(), token));
  expectDone(await revoke(await (await newTenant()).client(), token));
  expect(await statusesWith(token)).toEqual([200, 200, 200, 200]);
});

test('RFC 7009 2.1: the invalidation takes place immediately, and the token cannot be used again', async () => {
  for (let n = 0; n < 10; n += 1) {
    const token = await newToken(client);
    expect(await statusesWith(token)).toEqual([200, 200, 200, 200]);
    expectDone(await revoke(client, token));
    expect(await statusesWith(token)).toEqual([401, 401, 401, 401]);
  }
});

test('RFC 7009 2.1: other tokens of the same client live on', async () => {
  const [token, other] = [await newToken(client), await newToken(client)];
  expectDone(await revoke(client, token));
  expect([await statusWith(token), await statusWith(other)]).toEqual([401, 200]);
});

test('RFC 7009 2.2: the answer for an invalid token is the one for a revoked token', async () => {
  const token = await newToken(client);
  for (const text of [token, token, 'nonsense', 'a.b.c', `${token}x`, token.slice(0, -4), '💥']) {
    expectDone(await revoke(client, text));
  }
});

test('RFC 7009 2.2: an invalid hint does not influence the answer', async () => {
  const token = await newToken(client);
  for (const hint of ['nonsense', '']) {
    expectDone(await revoke(client, token, { token_type_hint: hint }));
  }
  expect(await statusWith(token)).toBe(401);
});

test('RFC 7009 2.2.1: errors are those of RFC 6749 5.2', async () => {
  const missing = await revoke(client, undefined);
  expect(JSON.parse(missing.text)).toMatchObject({ error: 'invalid_request' });
  const unknown = await revoke({ ...client, clientId: 'unknown' }, 'x');
  expect(JSON.parse(unknown.text)).toMatchObject({ error: 'invalid_client' });
});

test('the API refuses a revoked token with token_invalid', async () => {
  const token = await newToken(client);
  expectDone(await revoke(client, token));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/api/v1/customers?pageSize=1`, { headers });
  expect(await answer.json()).toMatchObject({ status: 401, code: 'token_invalid' });
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
});
