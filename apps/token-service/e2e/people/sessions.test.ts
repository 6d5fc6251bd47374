import { CodeFlow, consoleClientId, redirectUri, tokensOf } from '@rapport/testbed';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { done, newTenant, operator } from '../token-client.ts';
import { Control } from './control.ts';
import { claimsOf, newBrowser, newPerson, newSession, outcomeOf, refresh, revoke } from './person.ts';

const { baseUrl } = inject('platform');

const control = await Control.connect();
afterAll(() => control.close());

describe('a refresh token', () => {
  test('it is replaced at each use, in the same session', async () => {
    const first = await newSession(await newPerson());
    const second = await tokensOf(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(claimsOf(second.accessToken)['sid']).toBe(claimsOf(first.accessToken)['sid']);
    expect(await outcomeOf(await refresh(second.refreshToken))).toBe(200);
  });

  test('the same request once more gets a new token, and the one before it is spent', async () => {
    const first = await newSession(await newPerson());
    const second = await tokensOf(await refresh(first.refreshToken));
    const again = await tokensOf(await refresh(first.refreshToken));
    expect(await outcomeOf(await refresh(again.refreshToken))).toBe(200);
    expect(await outcomeOf(await refresh(second.refreshToken))).toBe('invalid_grant');
  });

  test('a spent one that comes after its successor was used ends the session', async () => {
    const first = await newSession(await newPerson());
    const second = await tokensOf(await refresh(first.refreshToken));
    const third = await tokensOf(await refresh(second.refreshToken));
    expect(await outcomeOf(await refresh(first.refreshToken))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(third.refreshToken))).toBe('invalid_grant');
  });

  test('a spent one that comes after ten seconds ends the session', async () => {
    const person = await newPerson();
    const first = await newSession(person);
    const second = await tokensOf(await refresh(first.refreshToken));
    await control.pass(person.userId, '11 seconds');
    expect(await outcomeOf(await refresh(first.refreshToken))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(second.refreshToken))).toBe('invalid_grant');
  });

  test('of twenty uses at once there is one chain or none', async () => {
    const person = await newPerson();
    const first = await newSession(person);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)));
    const given = await Promise.all(answers.filter(({ status }) => status === 200).map(tokensOf));
    const outcomes: unknown[] = [];
    for (const { refreshToken } of given) {
      outcomes.push(await outcomeOf(await refresh(refreshToken)));
    }
    expect(outcomes.filter((outcome) => outcome === 200).length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['12 hours without use', ['13 hours']],
    ['30 days in all', ['11 hours', '30 days']],
  ])('it is of no use after %s', async (_, intervals) => {
    const person = await newPerson();
    const session = await newSession(person);
    for (const interval of intervals) {
      await control.pass(person.userId, interval);
    }
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe('invalid_grant');
  });

  test('a text that is none, and one of another client, are refused and end nothing', async () => {
    const session = await newSession(await newPerson());
    for (const wrong of ['nonsense', session.accessToken, `${session.refreshToken.slice(0, -2)}AA`]) {
      expect(await outcomeOf(await refresh(wrong))).toBe('invalid_grant');
    }
    const { clientId, clientSecret } = await (await newTenant()).client();
    const asClient = { client_id: clientId, client_secret: clientSecret };
    expect(await outcomeOf(await refresh(session.refreshToken, asClient))).toBe('unauthorized_client');
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe(200);
  });
});

describe('an end', () => {
  test('a revoked refresh token ends its session, and no other', async () => {
    const person = await newPerson();
    const [session, other] = [await newSession(person), await newSession(person)];
    expect([await revoke(session.refreshToken), await revoke(session.refreshToken)]).toEqual([200, 200]);
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(other.refreshToken))).toBe(200);
  });

  test('a revoked access token leaves its session alive', async () => {
    const session = await newSession(await newPerson());
    expect(await revoke(session.accessToken)).toBe(200);
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe(200);
  });

  test('a text that is no token is revoked with 200, and a secret is refused', async () => {
    expect(await revoke('nonsense')).toBe(200);
    expect(await revoke('nonsense', { client_secret: 'x' })).toBe(401);
  });

  test('a sign-out ends the sessions of its browser alone, and the browser is asked again', async () => {
    const [person, browser] = [await newPerson(), newBrowser()];
    const [first, second, other] = [
      await newSession(person, browser),
      await newSessionOf(browser),
      await newSession(person),
    ];
    const asked = await browser.get('/connect/sign-out');
    expect(await outcomeOf(await refresh(first.refreshToken))).toBe(200);
    expect((await browser.submit(asked, {})).status).toBe(200);
    expect(await outcomeOf(await refresh(second.refreshToken))).toBe('invalid_grant');
    expect(await outcomeOf(await refresh(other.refreshToken))).toBe(200);
    expect((await browser.get(new CodeFlow(baseUrl).address())).status).toBe(200);
  });

  test('a sign-out by a foreign page ends nothing', async () => {
    const [person, browser] = [await newPerson(), newBrowser()];
    const session = await newSession(person, browser);
    expect((await browser.post('/connect/sign-out', {})).status).toBe(400);
    expect((await browser.post('/connect/sign-out', { form_token: 'x' })).status).toBe(400);
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe(200);
  });

  test('a disabled user gets neither tokens nor codes, and the answer of a wrong password', async () => {
    const [person, browser] = [await newPerson(), newBrowser()];
    const session = await newSession(person, browser);
    await disable(person);
    expect(await outcomeOf(await refresh(session.refreshToken))).toBe('invalid_grant');
    expect((await browser.get(new CodeFlow(baseUrl).address())).status).toBe(200);
    await expect(newSession(person)).rejects.toThrow('do not fit together');
  });
});

/** Another session from a browser that is signed in. */
async function newSessionOf(browser: ReturnType<typeof newBrowser>) {
  const flow = new CodeFlow(baseUrl);
  return tokensOf(await flow.exchange(flow.codeOf(await browser.get(flow.address()))));
}

async function disable({ tenantId, userId }: { tenantId: string; userId: string }): Promise<void> {
  done(await operator.disableUser({ params: { tenantId, userId } }), 200);
}

test('texts that are nothing of ours, however many, keep nobody behind the same address from codes and refreshes', async () => {
  const [person, browser, flow] = [await newPerson(), newBrowser(), new CodeFlow(baseUrl)];
  const ask = (fields: Readonly<Record<string, string>>) =>
    browser.post('/connect/token', { client_id: consoleClientId, ...fields });
  const statuses: number[] = [];
  for (let sent = 0; sent < 600; sent += 50) {
    const batch = Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0
        ? ask({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(108) })
        : ask({ grant_type: 'authorization_code', code: 'x'.repeat(86) }),
    );
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([400]));
  expect((await ask({ grant_type: 'refresh_token', refresh_token: 'x' })).status).toBe(429);
  const { email, password } = person;
  const code = flow.codeOf(await browser.submit(await browser.get(flow.address()), { email, password }));
  const exchange = { grant_type: 'authorization_code', code, code_verifier: flow.verifier, redirect_uri: redirectUri };
  const given = await ask(exchange);
  expect(given.status).toBe(200);
  const refreshToken = String((JSON.parse(given.text) as Record<string, unknown>)['refresh_token']);
  expect((await ask({ grant_type: 'refresh_token', refresh_token: refreshToken })).status).toBe(200);
});
