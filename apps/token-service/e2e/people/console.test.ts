import { systemChromium } from '@rapport/local-servers';
import { CodeFlow, tokensOf, type ReceivedPage } from '@rapport/testbed';
import { chromium } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { askForReset, linkTo } from './mails.ts';
import { claimsOf, newBrowser, newPerson, outcomeOf, refresh } from './person.ts';
import { signUp } from './sign-up.ts';

const { baseUrl } = inject('platform');
const callback = `${baseUrl}/console/callback`;

const person = await newPerson();
const { email, password } = person;

function answerAt({ headers: { location = '' } }: Pick<ReceivedPage, 'headers'>): URLSearchParams {
  expect(location.split('?')[0]).toBe(callback);
  return new URL(location).searchParams;
}

describe('a code that goes to the console', () => {
  const wishes = [{}, { access_type: 'offline' }, { access_type: 'online' }, { scope: 'offline_access' }];

  test.each(wishes)('gives an access token alone, whatever the exchange says: %j', async (wish) => {
    const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
    const address = flow.address({ redirect_uri: callback, access_type: 'offline' });
    const answer = answerAt(await browser.submit(await browser.get(address), { email, password }));
    expect([answer.get('state'), answer.get('iss')]).toEqual([flow.state, baseUrl]);
    const code = answer.get('code') ?? '';
    const exchanged = await flow.exchange(code, { redirect_uri: callback, ...wish });
    const body = (await exchanged.clone().json()) as object;
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
    const { accessToken } = await tokensOf(exchanged);
    expect(claimsOf(accessToken)).toMatchObject({ sub: person.userId, tenant_id: person.tenantId });
    const me = await fetch(`${baseUrl}/api/v1/user/me`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(me.status).toBe(200);
    expect(await outcomeOf(await flow.exchange(code, { redirect_uri: callback }))).toBe('invalid_grant');
  });

  test('fits no exchange that names another address, and one for another address does not fit the console', async () => {
    const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
    const page = await browser.get(flow.address({ redirect_uri: callback }));
    const code = answerAt(await browser.submit(page, { email, password })).get('code') ?? '';
    expect(await outcomeOf(await flow.exchange(code))).toBe('invalid_grant');
    const other = flow.codeOf(await browser.get(flow.address()));
    expect(await outcomeOf(await flow.exchange(other, { redirect_uri: callback }))).toBe('invalid_grant');
    const given = await tokensOf(await flow.exchange(flow.codeOf(await browser.get(flow.address()))));
    expect(await outcomeOf(await refresh(given.refreshToken))).toBe(200);
  });

  test.each(['/', '?x=1', '#x'])('goes to its very address: not with %s behind it', async (more) => {
    const page = await newBrowser().get(new CodeFlow(baseUrl).address({ redirect_uri: callback + more }));
    expect([page.status, page.headers.location]).toEqual([400, undefined]);
  });
});

describe('login_hint', () => {
  const shownAs: [hint: string, value: string][] = [
    [email, email],
    ['"><script>alert(1)</script>', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['x" autofocus onfocus="alert(1)', 'x&quot; autofocus onfocus=&quot;alert(1)'],
    ['\u202Egnp.exe@x.example', '\u202Egnp.exe@x.example'],
    ['x'.repeat(4_000), 'x'.repeat(4_000)],
  ];

  test.each(shownAs)('%j fills in the address, as text', async (hint, value) => {
    const { status, text } = await newBrowser().get(new CodeFlow(baseUrl).address({ login_hint: hint }));
    expect(status).toBe(200);
    expect(text).toContain(`name="email" type="email" value="${value}" autocomplete="username"`);
    expect(text).not.toMatch(/<script|\son\w+="/i);
  });

  test('decides nothing: the address that is typed signs in, and a browser that is signed in is not asked', async () => {
    const other = await newPerson();
    const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
    const asked = await browser.get(flow.address({ login_hint: other.email }));
    const refused = await browser.submit(asked, { email, password: 'not the right words' });
    expect([refused.status, refused.text.includes(`value="${email}"`)]).toEqual([400, true]);
    for (const answer of [
      await browser.submit(refused, { email, password }),
      await browser.get(flow.address({ login_hint: other.email, prompt: 'none' })),
    ]) {
      const { accessToken } = await tokensOf(await flow.exchange(flow.codeOf(answer)));
      expect(claimsOf(accessToken)).toMatchObject({ sub: person.userId });
    }
  });
});

test('pages at the end of a way lead on to the console', async () => {
  const browser = newBrowser();
  const ends = [await browser.submit(await browser.get('/connect/sign-out'), {})];
  const own = await newPerson();
  await askForReset(own.email);
  const words = { password: 'Seven quiet boats at dusk' };
  ends.push(await browser.submit(await browser.get(await linkTo(own.email)), words));
  for (const owner of [await signUp(), await signUp({ ownerEmail: own.email })]) {
    ends.push(await browser.submit(await browser.get(owner.link), { password: owner.password }));
  }
  for (const { status, text } of ends) {
    expect([status, text.includes('<a href="/console">')]).toEqual([200, true]);
  }
});

const found = await systemChromium();
if ('missing' in found) {
  process.stderr.write(`The sign-in to the console in a browser is skipped: ${found.missing}\n`);
}

test.skipIf('missing' in found)(
  'in a browser the form of the sign-in leads to the console, and a page of the console gets a next code by a fetch',
  async () => {
    const browser = await chromium.launch({
      ...('program' in found && { executablePath: found.program }),
      args: ['--no-sandbox'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const silently = (): Promise<string> =>
      page.evaluate(
        async (address) => (await fetch(address)).url,
        new CodeFlow(baseUrl).address({ redirect_uri: callback, prompt: 'none', tenant_id: person.tenantId }),
      );
    await page.goto(`${baseUrl}/console`);
    expect(new URL(await silently()).searchParams.get('error')).toBe('login_required');
    await page.goto(new CodeFlow(baseUrl).address({ redirect_uri: callback, login_hint: email }));
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(password);
    const [arrived] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(`${callback}?`)),
      page.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    expect(new URL(arrived.url()).searchParams.get('code')).toMatch(/^[\w-]{43,}$/);
    await page.goto(`${baseUrl}/console`);
    const answer = new URL(await silently());
    expect([answer.origin + answer.pathname, answer.searchParams.get('iss')]).toEqual([callback, baseUrl]);
    expect(answer.searchParams.get('code')).toMatch(/^[\w-]{43,}$/);
  },
);
