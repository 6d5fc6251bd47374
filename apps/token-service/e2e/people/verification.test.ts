import { CodeFlow, newEmail, newName } from '@rapport/testbed';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { Control } from './control.ts';
import { claimsOf, newBrowser, newPerson, newSession, outcomeOf, refresh } from './person.ts';
import { sessionIn, signUp, type SignedUp } from './sign-up.ts';

const { baseUrl } = inject('platform');

const control = await Control.connect();
afterAll(() => control.close());

describe('the owner of a sign-up', () => {
  test('signs in where the sign-in names the tenant alone, until the link and the password have verified the address', async () => {
    const owner = await signUp();
    await expect(newSession(owner)).rejects.toThrow('do not fit together');
    const before = await sessionIn(owner.tenantId, owner);
    expect(claimsOf(before.accessToken)['tenant_id']).toBe(owner.tenantId);
    const browser = newBrowser();
    await fetch(owner.link, { method: 'HEAD' });
    await browser.get(owner.link);
    const page = await browser.get(owner.link);
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(page.text).toContain(owner.organisationName);
    expect(page.text).toContain(owner.email);
    await expect(newSession(owner)).rejects.toThrow('do not fit together');
    const done = await browser.submit(page, { password: owner.password });
    expect([done.status, done.text.includes('is verified')]).toEqual([200, true]);
    expect(claimsOf((await newSession(owner)).accessToken)['tenant_id']).toBe(owner.tenantId);
    expect(await outcomeOf(await refresh(before.refreshToken))).toBe(200);
    expect((await browser.submit(page, { password: owner.password })).status).toBe(400);
    expect((await browser.get(owner.link)).status).toBe(400);
  });

  test('gets codes from a browser that is signed in for the own tenant alone', async () => {
    const [owner, other] = [await signUp(), await newPerson()];
    const browser = newBrowser();
    await sessionIn(owner.tenantId, owner, browser);
    const silently = async (tenantId?: string) => {
      const flow = new CodeFlow(baseUrl);
      return flow.codeOf(await browser.get(flow.address({ prompt: 'none', tenant_id: tenantId })));
    };
    expect(await silently()).not.toBe('');
    expect(await silently(owner.tenantId)).not.toBe('');
    await expect(silently(other.tenantId)).rejects.toThrow('login_required');
  });

  test.each(['provisioning', 'provisioningFailed'])('signs in to a tenant that is in the state %s', async (state) => {
    const owner = await signUp();
    await control.setState(owner.tenantId, state);
    expect(claimsOf((await sessionIn(owner.tenantId, owner)).accessToken)['tenant_id']).toBe(owner.tenantId);
    await control.setState(owner.tenantId, 'active');
  });

  test('whose address has a verified identity joins that one: its password counts, and the sessions from before end', async () => {
    const email = newEmail();
    const owner = await signUp({ ownerEmail: email });
    const before = await sessionIn(owner.tenantId, owner);
    const known = await newPerson(undefined, email);
    await expect(sessionIn(owner.tenantId, known)).rejects.toThrow('do not fit together');
    await expect(sessionIn(known.tenantId, owner)).rejects.toThrow('do not fit together');
    const browser = newBrowser();
    const done = await browser.submit(await browser.get(owner.link), { password: owner.password });
    expect([done.status, done.text.includes('of no use any more')]).toEqual([200, true]);
    expect(await outcomeOf(await refresh(before.refreshToken))).toBe('invalid_grant');
    await expect(sessionIn(owner.tenantId, owner)).rejects.toThrow('do not fit together');
    expect(claimsOf((await sessionIn(owner.tenantId, known)).accessToken)['sub']).toBe(owner.userId);
    expect(claimsOf((await sessionIn(known.tenantId, known)).accessToken)['sub']).toBe(known.userId);
  });
});

describe('the form of a verification', () => {
  test('is taken from our own page in the same browser alone, and a foreign one is no guess', async () => {
    const owner = await signUp();
    const [browser, stranger] = [newBrowser(), newBrowser()];
    const [page, strange] = [await browser.get(owner.link), await stranger.get(owner.link)];
    const right = { password: owner.password };
    const answers = [
      await newBrowser().post(owner.link, right),
      await newBrowser().submit(page, right),
      await browser.submit(strange, right),
    ];
    for (let foreign = 0; foreign < 10; foreign += 1) {
      answers.push(await newBrowser().post(owner.link, right));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers[0]?.text).toContain('The form had run out');
    expect((await browser.submit(page, right)).status).toBe(200);
  });

  test('takes ten wrong passwords, which count for no sign-in with the address, and then its link is as a spent one', async () => {
    const email = newEmail();
    const [owner, known] = [await signUp({ ownerEmail: email }), await newPerson(undefined, email)];
    const refused = await control.refusals('wrong_pair');
    for (let guess = 0; guess < 10; guess += 1) {
      const browser = newBrowser();
      const wrong = await browser.submit(await browser.get(owner.link), { password: 'not the right words' });
      expect([wrong.status, wrong.headers['retry-after']]).toEqual([400, undefined]);
      expect(wrong.text).toContain('not the password of the sign-up');
    }
    const last = await newBrowser().get(owner.link);
    const unknown = await newBrowser().get('/connect/verify?link=nonsense');
    expect([last.status, last.text]).toEqual([unknown.status, unknown.text]);
    expect(await newSession(known)).toHaveProperty('refreshToken');
    expect(await sessionIn(owner.tenantId, owner)).toHaveProperty('refreshToken');
    await expect.poll(() => control.refusals('wrong_pair'), { timeout: 10_000 }).toBeGreaterThanOrEqual(refused + 10);
  });

  test('has the looks of the other pages, and shows what a sign-up said as text', async () => {
    const owner = await signUp({ organisationName: `${newName()} <script>` });
    const { headers, text } = await newBrowser().get(owner.link);
    expect(text).toContain('&lt;script&gt;');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
  });
});

test('a spent link, one that has run out, one of another kind, one that is there twice and none get one page', async () => {
  const [spent, late, living] = [await signUp(), await signUp(), await signUp()];
  const browser = newBrowser();
  await browser.submit(await browser.get(spent.link), { password: spent.password });
  await control.expireLinks(late.userId);
  const answers = [];
  for (const address of [spent.link, late.link, asPasswordLink(living), ...wrongLinks(living)]) {
    const { status, text } = await newBrowser().get(address);
    answers.push(`${status} ${text}`);
  }
  const [first, second, ofPasswords, ...others] = answers;
  expect(first).toMatch(/^400 .*This link is of no use/s);
  expect(new Set([first, second, ...others]).size).toBe(1);
  expect(ofPasswords).toMatch(/^400 .*This link is of no use/s);
});

/** The link of a verification on the page that sets passwords. */
function asPasswordLink({ link }: SignedUp): string {
  return link.replace('/connect/verify', '/connect/password');
}

function wrongLinks({ link }: SignedUp): string[] {
  const [address = '', secret = ''] = link.split('?link=');
  return ['', '?link=', '?link=nonsense', `?link=${secret}&link=${secret}`].map((search) => `${address}${search}`);
}
