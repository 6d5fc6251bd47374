import { newId } from '@rapport/kernel';
import { CodeFlow, newEmail } from '@rapport/testbed';
import { describe, expect, inject, test } from 'vitest';
import { newBrowser, newPerson, newSession } from './person.ts';

const { baseUrl } = inject('platform');
const wrong = { password: 'not the right words' };

const person = await newPerson();

describe('a page', () => {
  test.each(['/connect/sign-out', '/connect/password/forgot', '/connect/authorize'])(
    'the page %s loads nothing, runs nothing, is kept nowhere and stands in no frame',
    async (path) => {
      const address = path === '/connect/authorize' ? new CodeFlow(baseUrl).address() : path;
      const { status, headers, text } = await newBrowser().get(address);
      const policy = String(headers['content-security-policy']);
      expect(status).toBe(200);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/; form-action 'self'( http:\/\/127\.0\.0\.1:49152)?$/);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    },
  );

  test('the policy names the origin of the redirect address, and the scheme alone of one that no policy can name', async () => {
    const policyOf = async (redirectUri: string): Promise<string> => {
      const page = await newBrowser().get(new CodeFlow(baseUrl).address({ redirect_uri: redirectUri }));
      return String(page.headers['content-security-policy']);
    };
    expect(await policyOf('http://127.0.0.1:1234/callback')).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:1234$/);
    expect(await policyOf('http://[::1]:1234/callback')).toMatch(/form-action 'self' http:$/);
  });

  test('what a caller sends stands in the page as text', async () => {
    const browser = newBrowser();
    const page = await browser.get(new CodeFlow(baseUrl).address({ state: '"><script>alert(1)</script>' }));
    expect(page.text).not.toContain('<script');
    const again = await browser.submit(page, { email: '"><script>alert(1)</script>@x.example', ...wrong });
    expect([again.status, again.text.includes('<script')]).toEqual([400, false]);
  });

  test('cookies are for the host alone, out of reach of scripts, and stay away from requests of foreign pages', async () => {
    const browser = newBrowser();
    const page = await browser.get(new CodeFlow(baseUrl).address());
    const { email, password } = person;
    const signedIn = await browser.submit(page, { email, password });
    const lines = [page, signedIn].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) {
      expect(line).toMatch(/^rapport-[\w-]+=[^;]+; Path=\/; HttpOnly; SameSite=Lax(; Max-Age=\d+)?$/);
    }
  });
});

describe('a form', () => {
  test('a form without the token of its page signs nobody in, and counts no failure', async () => {
    const { email, password } = person;
    const [flow, browser, stranger] = [new CodeFlow(baseUrl), newBrowser(), newBrowser()];
    const page = await browser.get(flow.address());
    await stranger.get(flow.address());
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    for (const fields of [{}, { form_token: 'x' }]) {
      expect((await browser.post(flow.address(), { email, password, ...fields })).status).toBe(400);
    }
    const right = { email, password, form_token: token };
    expect((await stranger.post(flow.address(), right)).status).toBe(400);
    expect((await newBrowser().post(flow.address(), right)).status).toBe(400);
    expect((await browser.post(new CodeFlow(baseUrl).address(), right)).status).toBe(400);
    expect((await browser.post(flow.address(), right)).status).toBe(303);
  });

  test('a form of another media type, too large or with a repeated field is refused', async () => {
    const address = new CodeFlow(baseUrl).address();
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(address, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    expect((await newBrowser().post(address, { email: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await fetch(address, { method: 'PUT' })).status).toBe(405);
  });
});

describe('a wrong pair', () => {
  const differing = ['traceresponse', 'date', 'content-length'];

  test('an unknown address, a wrong password, a user of another tenant, and a tenant that is none get one answer', async () => {
    const stranger = await newPerson();
    const answers: { status: number; headers: unknown; text: string }[] = [];
    for (const [email, password, tenantId] of [
      [person.email, 'not the right words', undefined],
      [newEmail(), 'not the right words', undefined],
      [stranger.email, stranger.password, person.tenantId],
      [person.email, 'not the right words', person.tenantId],
      [newEmail(), 'not the right words', person.tenantId],
      [person.email, person.password, stranger.tenantId],
      [person.email, person.password, newId()],
      [person.email, person.password, 'no-id'],
    ] as const) {
      const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
      const page = await browser.submit(await browser.get(flow.address({ tenant_id: tenantId })), { email, password });
      const headers = Object.entries(page.headers).filter(([name]) => !differing.includes(name));
      const text = page.text.replace(/value="[^"]*"|action="[^"]*"/g, '');
      answers.push({ status: page.status, headers, text });
    }
    expect(answers[0]?.status).toBe(400);
    expect(answers.slice(1)).toEqual(answers.slice(1).map(() => answers[0]));
  });

  test('after ten failures the right pair gets the same answer with Retry-After, but not in a browser that signed in before', async () => {
    const [own, known, attacker] = [await newPerson(), newBrowser(), newBrowser()];
    await newSession(own, known);
    const flow = new CodeFlow(baseUrl);
    const beganMs = performance.now();
    const failures = [];
    for (let failure = 0; failure < 10; failure += 1) {
      const asked = await attacker.get(flow.address());
      failures.push(await attacker.submit(asked, { email: own.email.toUpperCase(), ...wrong }));
    }
    expect(failures.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      failures.map(() => [400, undefined]),
    );
    const elsewhere = newBrowser();
    const { email, password } = own;
    const stopped = await elsewhere.submit(await elsewhere.get(flow.address()), { email, password });
    expect(stopped.status).toBe(400);
    // It waits until the first failure is a quarter of an hour old.
    const passedS = Math.ceil((performance.now() - beganMs) / 1_000);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThanOrEqual(900 - passedS);
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(900);
    await known.submit(await known.get('/connect/sign-out'), {});
    const entered = await known.submit(await known.get(flow.address()), { email, password });
    expect(flow.codeOf(entered)).not.toBe('');
    const again = await elsewhere.submit(await elsewhere.get(flow.address()), { email, password });
    expect(again.status).toBe(400);
  });

  test('the mark of a known browser is of no use to another identity', async () => {
    const [own, known] = [await newPerson(), newBrowser()];
    await newSession(person, known);
    const flow = new CodeFlow(baseUrl);
    for (let failure = 0; failure < 10; failure += 1) {
      await known.submit(await known.get(flow.address({ prompt: 'login' })), { email: own.email, ...wrong });
    }
    const { email, password } = own;
    const stopped = await known.submit(await known.get(flow.address({ prompt: 'login' })), { email, password });
    expect([stopped.status, stopped.headers['retry-after']]).toEqual([400, expect.any(String)]);
  });

  test('a success clears the failures of its address', async () => {
    const own = await newPerson();
    const flow = new CodeFlow(baseUrl);
    for (let round = 0; round < 2; round += 1) {
      const browser = newBrowser();
      for (let failure = 0; failure < 9; failure += 1) {
        await browser.submit(await browser.get(flow.address()), { email: own.email, ...wrong });
      }
      await newSession(own);
    }
  });
});
