import { decodeJwt } from 'jose';
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
import { basic, done, newTenant, operator, type Credentials } from './token-client.ts';

const { baseUrl } = inject('platform');
const endpoint: TokenEndpoint = '/connect/introspect';

const tenant = await newTenant();
const client = await tenant.client();
const token = await newToken(client);

const introspect = (of: Credentials, text: string | undefined, more: Record<string, string> = {}) =>
  post(endpoint, tokenForm(of, text, more));

function expectActive({ status, text }: PresentedAnswer): void {
  expect(JSON.parse(text)).toMatchObject({ active: true });
  expect(status).toBe(200);
}

/** The answer may say no more than this. */
function expectInactive({ status, text }: PresentedAnswer): void {
  expect(text).toBe('{"active":false}');
  expect(status).toBe(200);
}

test('RFC 7662 2: the endpoint requires some form of authorization', async () => {
  expectRefused(await post(endpoint, { token }), endpoint, 401, 'invalid_client');
  expectRefused(await post(endpoint, { token }, { authorization: `Bearer ${token}` }), endpoint, 401, 'invalid_client');
});

test('RFC 7662 2.1: the endpoint takes an HTTP POST with a form, and no other request', async () => {
  const read = await fetch(`${baseUrl}${endpoint}?token=${token}`);
  expect(read.status).toBe(405);
  expect(read.headers.get('allow')).toBe('POST');
  for (const [name, { body, headers, search }] of Object.entries(wrongRequests(client, token))) {
    const answer = await post(`${endpoint}${search}`, body, headers);
    expect(answer.status, name).toBe(400);
    expectRefused(answer, endpoint, 400, 'invalid_request');
  }
  expectRefused(await post(endpoint, tokenForm(client, 'x'.repeat(16_384))), endpoint, 413, 'payload_too_large');
});

test('RFC 7662 2.1: token is required', async () => {
  expectRefused(await introspect(client, undefined), endpoint, 400, 'invalid_request');
  expectRefused(await introspect(client, ''), endpoint, 400, 'invalid_request');
});

test.each(['access_token', 'refresh_token', 'nonsense', ''])(
  'RFC 7662 2.1: with the hint %o the search extends to every type of token',
  async (hint) => {
    expectActive(await introspect(client, token, { token_type_hint: hint }));
  },
);

test('RFC 7662 2.1: other parameters are allowed', async () => {
  expectActive(await introspect(client, token, { resource: 'urn:example' }));
});

test('RFC 7662 2.2: the answer is a JSON object in application/json with the members of the token', async () => {
  const answer = await introspect(client, token);
  const claims = decodeJwt(token);
  expect(JSON.parse(answer.text)).toEqual({
    active: true,
    scope: claims['scope'],
    client_id: client.clientId,
    token_type: 'Bearer',
    exp: claims.exp,
    iat: claims.iat,
    sub: client.clientId,
    aud: claims.aud,
    iss: baseUrl,
    jti: claims.jti,
    tenant_id: tenant.id,
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

test('RFC 7662 2.2: aud is a list if a token is for several APIs', async () => {
  const { clientId, clientSecret } = client;
  const answer = await fetch(`${baseUrl}/api/v1/auth/get-token-for-develop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  const introspection = JSON.parse((await introspect(client, data.accessToken)).text) as { aud: string[] };
  expect(introspection.aud).toEqual(['urn:rapport:public-api', 'urn:rapport:application-api']);
  expect((await post('/connect/revocation', tokenForm(client, data.accessToken))).status).toBe(200);
  expectInactive(await introspect(client, data.accessToken));
});

test('RFC 7662 2.2: scope lists what the token allows, with spaces between: the scopes that its client still has', async () => {
  const narrowed = await tenant.client(['customers.read', 'leads.read']);
  const narrow = await newToken(narrowed, 'leads.read');
  const wide = await newToken(narrowed);
  const scopeOf = async (text: string) =>
    (JSON.parse((await introspect(narrowed, text)).text) as { scope: string }).scope;
  expect([await scopeOf(narrow), await scopeOf(wide)]).toEqual(['leads.read', 'customers.read leads.read']);
  const params = { tenantId: tenant.id, clientId: narrowed.clientId };
  done(await operator.updateApiClient({ params, body: { scopes: ['customers.read'] } }), 200);
  expect([await scopeOf(narrow), await scopeOf(wide)]).toEqual(['', 'customers.read']);
});

test('RFC 7662 2.2: a token that does not exist on this server is not active, and the answer says no more', async () => {
  for (const text of ['nonsense', 'a.b.c', '..', token.slice(0, -4), `${token}x`, ' ', '💥']) {
    expectInactive(await introspect(client, text));
  }
});

test('RFC 7662 2.2: a token that the caller may not introspect is not active, and the answer says no more', async () => {
  expectInactive(await introspect(await tenant.client(), token));
  expectInactive(await introspect(await (await newTenant()).client(), token));
});

test('RFC 7662 2.2: the answer for a token that is no longer active gives no reason', async () => {
  const disabled = await tenant.client();
  const before = await newToken(disabled);
  expectActive(await introspect(disabled, before));
  const params = { tenantId: tenant.id, clientId: disabled.clientId };
  done(await operator.disableApiClient({ params }), 200);
  done(await operator.enableApiClient({ params }), 200);
  expectInactive(await introspect(disabled, before));
  expectActive(await introspect(disabled, await newToken(disabled)));
});

test('RFC 7662 2.3: invalid credentials are 401, as in RFC 6749 5.2', async () => {
  expectRefused(await introspect({ ...client, clientSecret: 'wrong' }, token), endpoint, 401, 'invalid_client');
  const answer = await post(endpoint, { token }, basic(client.clientId, 'wrong'));
  expectRefused(answer, endpoint, 401, 'invalid_client');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
  expectActive(await post(endpoint, { token }, basic(client.clientId, client.clientSecret)));
});

test('RFC 7662 4: a revocation is known to the very next introspection', async () => {
  for (let n = 0; n < 5; n += 1) {
    const revoked = await newToken(client);
    expectActive(await introspect(client, revoked));
    expect((await post('/connect/revocation', tokenForm(client, revoked))).status).toBe(200);
    expectInactive(await introspect(client, revoked));
  }
});

test('RFC 7662 4: the signature is validated', async () => {
  const [head, , signature] = token.split('.');
  const claims = { ...decodeJwt(token), scope: 'everything' };
  const altered = Buffer.from(JSON.stringify(claims)).toString('base64url');
  expectInactive(await introspect(client, [head, altered, signature].join('.')));
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  expectInactive(await introspect(client, `${none}.${token.split('.')[1]}.`));
});

test('RFC 7662 4: no cache keeps an answer', async () => {
  for (const text of [token, 'nonsense']) {
    expect((await introspect(client, text)).headers.get('cache-control')).toBe('no-store');
  }
});

test('RFC 7662 4: scanning is bounded: 600 requests a minute, together with revocations and apart from token requests', async () => {
  const busy = await tenant.client();
  const own = await newToken(busy);
  const statuses: number[] = [];
  for (let sent = 0; sent < 600; sent += 50) {
    const batch = Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0 ? introspect(busy, own) : post('/connect/revocation', tokenForm(busy, 'nonsense')),
    );
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const address of [endpoint, '/connect/revocation'] as const) {
    const limited = await post(address, tokenForm(busy, own));
    expectRefused(limited, address, 429, 'rate_limited');
    expect(limited.headers.get('ratelimit-policy')).toMatch(/q=600;w=60$/);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  await newToken(busy);
});
