import { answerOf, CodeFlow, consoleClientId, organisationsOf, redirectUri, tokensOf } from '@rapport/testbed';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { Control } from './control.ts';
import { claimsOf, newBrowser, newCode, newPerson, newSession, outcomeOf, refresh } from './person.ts';

const { baseUrl } = inject('platform');

const control = await Control.connect();
const person = await newPerson();
afterAll(() => control.close());

describe('a request for a code', () => {
  const answered: [name: string, change: Record<string, string | undefined>, error: string][] = [
    ['the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge of 42 characters', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['a challenge of other characters', { code_challenge: '+'.repeat(43) }, 'invalid_request'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the response type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
    ['the address of a request object', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ['the prompts none and login', { prompt: 'none login' }, 'invalid_request'],
    ['the prompt none in a browser that is not signed in', { prompt: 'none' }, 'login_required'],
  ];

  test.each(answered)(
    'a request with %s is answered at the redirect address with an error, state and issuer',
    async (_, change, error) => {
      const flow = new CodeFlow(baseUrl);
      const page = await newBrowser().get(flow.address(change));
      const answer = Object.fromEntries(answerOf(page) ?? []);
      expect(page.status).toBe(303);
      expect(answer).toMatchObject({ error, state: flow.state, iss: baseUrl });
      expect(answer).not.toHaveProperty('code');
    },
  );

  test('a parameter that is repeated is answered at the redirect address', async () => {
    const flow = new CodeFlow(baseUrl);
    const page = await newBrowser().get(`${flow.address()}&response_type=code`);
    expect(answerOf(page)?.get('error')).toBe('invalid_request');
  });

  const strange: [name: string, change: Record<string, string | undefined>][] = [
    ['an unknown client', { client_id: 'somebody' }],
    ['no client', { client_id: undefined }],
    ['no redirect address', { redirect_uri: undefined }],
    ['a foreign redirect address', { redirect_uri: 'https://evil.example/callback' }],
    ['localhost', { redirect_uri: 'http://localhost:49152/callback' }],
    ['another path on loopback', { redirect_uri: 'http://127.0.0.1:49152/callback/x' }],
    ['a query on loopback', { redirect_uri: 'http://127.0.0.1:49152/callback?x=1' }],
    ['loopback over TLS', { redirect_uri: 'https://127.0.0.1:49152/callback' }],
    ['a port that is none', { redirect_uri: 'http://127.0.0.1:65536/callback' }],
    ['loopback with a user', { redirect_uri: 'http://127.0.0.1:1@evil.example/callback' }],
  ];

  test.each(strange)('a request with %s gets a page with 400 and sends the browser nowhere', async (_, change) => {
    const page = await newBrowser().get(new CodeFlow(baseUrl).address(change));
    expect([page.status, page.headers.location]).toEqual([400, undefined]);
    expect(page.headers['content-type']).toContain('text/html');
  });

  test.each(['http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback', 'http://[::1]:49152/callback'])(
    'the redirect address %s is taken',
    async (address) => {
      const page = await newBrowser().get(new CodeFlow(baseUrl).address({ redirect_uri: address }));
      expect([page.status, page.text.includes('type="password"')]).toEqual([200, true]);
    },
  );

  test('parameters that are not known, and scope, are ignored', async () => {
    const page = await newBrowser().get(new CodeFlow(baseUrl).address({ scope: 'openid', nonce: 'x', max_age: '0' }));
    expect(page.status).toBe(200);
  });
});

describe('a browser that is signed in', () => {
  test('it gets its next code without a question, unless the client wants one', async () => {
    const browser = newBrowser();
    await newSession(person, browser);
    for (const change of [{}, { prompt: 'none' }, { tenant_id: person.tenantId }]) {
      const flow = new CodeFlow(baseUrl);
      expect(flow.codeOf(await browser.get(flow.address(change)))).not.toBe('');
    }
    expect((await browser.get(new CodeFlow(baseUrl).address({ prompt: 'login' }))).status).toBe(200);
  });

  test('a tenant that the person is not in answers like none', async () => {
    const browser = newBrowser();
    await newSession(person, browser);
    const stranger = await newPerson();
    for (const tenantId of [stranger.tenantId, 'no id']) {
      expect((await browser.get(new CodeFlow(baseUrl).address({ tenant_id: tenantId }))).status).toBe(200);
    }
  });

  test('it is asked again after 12 hours without use and 30 days in all', async () => {
    const own = await newPerson();
    const browser = newBrowser();
    await newSession(own, browser);
    await control.pass(own.userId, '11 hours');
    expect((await browser.get(new CodeFlow(baseUrl).address())).status).toBe(303);
    await control.pass(own.userId, '13 hours');
    expect((await browser.get(new CodeFlow(baseUrl).address())).status).toBe(200);
  });

  test('a person of several organisations is asked for one, and gets a token for that one', async () => {
    const here = await newPerson();
    const there = await newPerson(undefined, here.email);
    for (const user of [here, there]) {
      const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
      const { email, password } = here;
      const asked = await browser.submit(await browser.get(flow.address()), { email, password });
      expect(organisationsOf(asked).map(({ tenantId }) => tenantId)).toEqual(
        expect.arrayContaining([here.tenantId, there.tenantId]),
      );
      const chosen = await browser.submit(asked, { organisation: user.tenantId });
      const { accessToken } = await tokensOf(await flow.exchange(flow.codeOf(chosen)));
      expect(claimsOf(accessToken)).toMatchObject({ sub: user.userId, tenant_id: user.tenantId });
    }
  });
});

describe('a code', () => {
  test('it gives tokens of 15 minutes without a scope, which no cache keeps', async () => {
    const { flow, code } = await newCode(person);
    const answer = await flow.exchange(code);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const body = (await answer.json()) as Record<string, string>;
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(claimsOf(body['access_token'] ?? '')).toMatchObject({
      iss: baseUrl,
      aud: 'urn:rapport:application-api',
      sub: person.userId,
      client_id: consoleClientId,
      tenant_id: person.tenantId,
    });
  });

  const exchanged: [name: string, change: Record<string, string>, error: string, reason: string | undefined][] = [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant', 'bad_verifier'],
    ['a verifier that is too short', { code_verifier: 'x' }, 'invalid_grant', 'bad_verifier'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant', 'bad_verifier'],
    [
      'another redirect address',
      { redirect_uri: redirectUri.replace('49152', '49153') },
      'invalid_grant',
      'bad_redirect',
    ],
    ['no redirect address', { redirect_uri: '' }, 'invalid_grant', 'bad_redirect'],
    ['another code', { code: 'x'.repeat(43) }, 'invalid_grant', 'bad_code'],
    ['a secret', { client_secret: 'x' }, 'invalid_client', undefined],
    ['another client', { client_id: 'rpt_client_x' }, 'invalid_client', 'unminted'],
    ['the grant of API clients', { grant_type: 'client_credentials' }, 'unauthorized_client', undefined],
    ['no code', { code: '' }, 'invalid_request', undefined],
  ];

  test.each(exchanged)('a code with %s is refused, and the audit says why', async (_, change, error, reason) => {
    const { flow, code } = await newCode(person);
    const before = reason === undefined ? 0 : await control.refusals(reason);
    expect(await outcomeOf(await flow.exchange(code, change))).toBe(error);
    if (reason !== undefined) {
      const isNoted = async (): Promise<boolean> => (await control.refusals(reason)) > before;
      await vi.waitUntil(isNoted, { timeout: 10_000 });
    }
  });

  test('a code that was presented with a wrong verifier is spent', async () => {
    const { flow, code } = await newCode(person);
    expect(await outcomeOf(await flow.exchange(code, { code_verifier: 'x'.repeat(43) }))).toBe('invalid_grant');
    expect(await outcomeOf(await flow.exchange(code))).toBe('invalid_grant');
  });

  test('a code that is older than 60 seconds is refused', async () => {
    const own = await newPerson();
    const { flow, code } = await newCode(own);
    await control.pass(own.userId, '61 seconds');
    expect(await outcomeOf(await flow.exchange(code))).toBe('invalid_grant');
  });

  test('a second use of a code ends the session that the first one gave, and no other', async () => {
    const other = await newSession(person);
    const { flow, code } = await newCode(person);
    const given = await tokensOf(await flow.exchange(code));
    expect(await outcomeOf(await flow.exchange(code))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(given.refreshToken))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(other.refreshToken))).toBe(200);
  });

  test('of ten uses of a code at once no session is left', async () => {
    const own = await newPerson();
    const { flow, code } = await newCode(own);
    const answers = await Promise.all(Array.from({ length: 10 }, () => flow.exchange(code)));
    const given = await Promise.all(answers.filter(({ status }) => status === 200).map(tokensOf));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { refreshToken } of given) {
      expect(await outcomeOf(await refresh(refreshToken))).toBe('invalid_grant');
    }
  });

  test('a code from a browser that signed out meanwhile is refused', async () => {
    const browser = newBrowser();
    const { flow, code } = await newCode(person, browser);
    await browser.submit(await browser.get('/connect/sign-out'), {});
    expect(await outcomeOf(await flow.exchange(code))).toBe('invalid_grant');
  });
});
