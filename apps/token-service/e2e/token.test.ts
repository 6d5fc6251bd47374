import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, inject, test } from 'vitest';
import { expectRefused } from './expect-refused.ts';
import { ask, done, formOf, newTenant, operator, statusWith, tokens, type Credentials } from './token-client.ts';

const { baseUrl } = inject('platform');
const allScopes = ['customers', 'contacts', 'leads', 'opportunities']
  .flatMap((resource) => ['read', 'write', 'delete'].map((act) => `${resource}.${act}`))
  .toSorted();

const tenant = await newTenant();
const client = await tenant.client();

describe('a token', () => {
  test('a client with credentials in the form gets a token that no cache keeps and that opens the API', async () => {
    const answer = await ask(formOf(client));
    expect(answer.body).toEqual({
      access_token: expect.any(String) as unknown,
      token_type: 'Bearer',
      expires_in: 3_600,
      scope: expect.any(String) as unknown,
    });
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(await statusWith(answer.body['access_token'])).toBe(200);
  });

  test('a token is a signed access token of RFC 9068 that the published keys verify', async () => {
    const { access_token: token } = done(
      await tokens.issueToken({ body: { ...formOf(client), grant_type: 'client_credentials' } }),
      200,
    );
    const metadata = done(await tokens.getServerMetadata(), 200);
    const keys = (await (await fetch(metadata.jwks_uri)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: baseUrl,
      typ: 'at+jwt',
      algorithms: ['ES256'],
    });
    expect(decodeProtectedHeader(token).kid).toEqual(expect.any(String));
    expect(payload).toMatchObject({
      client_id: client.clientId,
      aud: expect.anything() as unknown,
      sub: expect.any(String) as unknown,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
    expect(keys.keys.every((key) => key.kty === 'EC' && key.d === undefined)).toBe(true);
    const other = done(await tokens.issueToken({ body: { ...formOf(client), grant_type: 'client_credentials' } }), 200);
    expect((await jwtVerify(other.access_token, createLocalJWKSet(keys))).payload.jti).not.toBe(payload.jti);
  });

  test.each([
    ['a charset', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
    ['the type in capitals', { 'content-type': 'Application/X-WWW-Form-URLEncoded' }],
  ])('a client gets a token whatever %s', async (_, headers) => {
    expect((await ask({ ...formOf(client), unknown: 'ignored' }, headers)).status).toBe(200);
  });
});

describe('scopes', () => {
  test.each(['customers.write', 'customers.read leads.read', 'nonsense', 'Customers.Read', '*', '"', 'a\\b'])(
    'such as %s, which the client does not have, are 400 invalid_scope',
    async (scope) => {
      expectRefused(await ask({ ...formOf(await readerOnly()), scope }), 400, 'invalid_scope');
    },
  );

  test.each([
    [
      'customers.read leads.read',
      'The client does not have the scope leads.read; leave scope out to get all that it has.',
    ],
    ['customer.read', 'The client does not have the scope customer.read; write customers.read.'],
    [
      `customers.read ${'x'.repeat(500)}`,
      'The client does not have the scope of that name; leave scope out to get all that it has.',
    ],
  ])('of %s the refusal names the one that the client does not have', async (scope, sentence) => {
    const { body } = await ask({ ...formOf(await readerOnly()), scope });
    expect(body['detail']).toBe(sentence);
  });

  async function readerOnly(): Promise<Credentials> {
    reader ??= tenant.client(['customers.read']);
    return reader;
  }
  let reader: Promise<Credentials> | undefined;
});

describe('refusals', () => {
  test('unknown, wrong, disabled and orphaned clients get the same refusal', async () => {
    const disabled = await tenant.client();
    const userId = await tenant.user();
    const orphan = await tenant.client(undefined, userId);
    done(await operator.disableUser({ params: { tenantId: tenant.id, userId } }), 200);
    const other = await tenant.client();
    done(await operator.disableApiClient({ params: { tenantId: tenant.id, clientId: disabled.clientId } }), 200);
    const answers = [
      await ask({ ...formOf(client), client_id: 'unknown' }),
      await ask({ ...formOf(client), client_secret: 'wrong' }),
      await ask({ ...formOf(client), client_secret: '' }),
      await ask({ ...formOf(client), client_secret: undefined }),
      await ask({ ...formOf(client), client_secret: other.clientSecret }),
      await ask({ ...formOf(client), client_secret: `${client.clientSecret}x` }),
      await ask(formOf(disabled)),
      await ask(formOf(orphan)),
    ];
    for (const answer of answers) {
      expectRefused(answer, 401, 'invalid_client');
    }
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, traceId: undefined }))).size).toBe(1);
  });

  test('a token request of another content type is 400 invalid_request', async () => {
    const json = await ask(JSON.stringify(formOf(client)), { 'content-type': 'application/json' });
    expectRefused(json, 400, 'invalid_request');
    const text = await ask(formOf(client), { 'content-type': 'text/plain' });
    expectRefused(text, 400, 'invalid_request');
  });

  test('a body that is too long is 413, and another method is 405 with Allow', async () => {
    expectRefused(await ask({ ...formOf(client), scope: 'x'.repeat(20_000) }), 413, 'payload_too_large');
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${baseUrl}/connect/token`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test.each(['%00', '%', '%zz', '%FF%FE', '%F0%9F%98%80', "'%20or%201=1--", '%0d%0aX:1', '%ED%A0%80'])(
    'odd bytes like %s are a refusal in any field',
    async (odd) => {
      for (const name of ['client_id', 'client_secret', 'grant_type']) {
        const others = Object.entries(formOf(client)).filter(([field]) => field !== name);
        const { status } = await ask(`${new URLSearchParams(others).toString()}&${name}=${odd}`);
        expect([400, 401, 429]).toContain(status);
      }
    },
  );

  test.each(['Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Basic Og==', 'Basic /////w==', 'Basic JXp6OiU=', 'Bearer x'])(
    'the broken credentials %s are a refusal',
    async (authorization) => {
      expectRefused(await ask({ grant_type: 'client_credentials' }, { authorization }), 401, 'invalid_client');
    },
  );
});

describe('the limit', () => {
  test('of many requests at once 30 get through, a refusal names the wait, and another client is not affected', async () => {
    const limited = await newTenant(null);
    const [one, other] = [await limited.client(), await limited.client()];
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 45 }, () => ask(formOf(one))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefused(answer, 429, 'rate_limited');
      expect(answer.body['error']).toBe('temporarily_unavailable');
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(60 - Math.ceil((Date.now() - started) / 1_000));
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect((await ask(formOf(other))).status).toBe(200);
  });

  test('the limit counts refusals too and counts down in its headers, and a forged address does not raise it', async () => {
    const limited = await (await newTenant(4)).client();
    const rests: string[] = [];
    for (const [index, status] of [401, 200, 401, 200, 429, 429].entries()) {
      const secret = status === 401 ? 'wrong' : limited.clientSecret;
      const headers = { 'x-forwarded-for': `203.0.113.${index}` };
      const answer = await ask({ ...formOf(limited), client_secret: secret }, headers);
      expect(answer.status).toBe(status);
      if (status !== 401) {
        expect(answer.headers.get('ratelimit-policy')).toMatch(/q=4;w=60$/);
        rests.push(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1] ?? '');
      }
    }
    expect(rests).toEqual(['2', '0', '0', '0']);
  });
});

describe('rotation', () => {
  const rotate = async ({ clientId }: Credentials, body: { overlapSeconds?: number; revokeTokens?: boolean }) =>
    done(await operator.rotateSecret({ params: { tenantId: tenant.id, clientId }, body }), 200).clientSecret;

  test('a rotation gives a new secret, and the old one lives on for the overlap', async () => {
    const rotated = await tenant.client();
    const before = await ask(formOf(rotated));
    const clientSecret = await rotate(rotated, {});
    expect(clientSecret).not.toBe(rotated.clientSecret);
    expect((await ask(formOf({ ...rotated, clientSecret }))).status).toBe(200);
    expect((await ask(formOf(rotated))).status).toBe(200);
    expect(await statusWith(before.body['access_token'])).toBe(200);
  });

  test('a rotation without an overlap ends the old secret at once, and leaves the tokens alive', async () => {
    const rotated = await tenant.client();
    const before = await ask(formOf(rotated));
    const clientSecret = await rotate(rotated, { overlapSeconds: 0 });
    expectRefused(await ask(formOf(rotated)), 401, 'invalid_client');
    expect((await ask(formOf({ ...rotated, clientSecret }))).status).toBe(200);
    expect(await statusWith(before.body['access_token'])).toBe(200);
  });

  test('a rotation with revokeTokens ends the old secrets and every token at once', async () => {
    const rotated = await tenant.client();
    const before = await ask(formOf(rotated));
    expect(await statusWith(before.body['access_token'])).toBe(200);
    const clientSecret = await rotate(rotated, { revokeTokens: true });
    expect(await statusWith(before.body['access_token'])).toBe(401);
    expectRefused(await ask(formOf(rotated)), 401, 'invalid_client');
    const after = await ask(formOf({ ...rotated, clientSecret }));
    expect(await statusWith(after.body['access_token'])).toBe(200);
  });
});

describe('discovery', () => {
  test('the metadata are the same document at both addresses, and name only endpoints that exist', async () => {
    const document = done(await tokens.getServerMetadata(), 200);
    expect(done(await tokens.getOpenIdMetadata(), 200)).toEqual(document);
    expect(document).toMatchObject({
      issuer: baseUrl,
      token_endpoint: `${baseUrl}/connect/token`,
      introspection_endpoint: `${baseUrl}/connect/introspect`,
      revocation_endpoint: `${baseUrl}/connect/revocation`,
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    });
    expect(document.scopes_supported.toSorted()).toEqual([...allScopes, 'users.read']);
    const addresses = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name));
    for (const [name, address] of addresses) {
      const { status } = await fetch(String(address), { method: name === 'jwks_uri' ? 'GET' : 'POST' });
      expect([200, 400, 401], name).toContain(status);
    }
  });

  test('an unknown address below /connect is an error in the form of OAuth', async () => {
    const answer = await fetch(`${baseUrl}/connect/nothing`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      status: 404,
      code: 'route_not_found',
      error_description: expect.any(String) as unknown,
    });
  });
});
