import { CodeFlow, newEmail } from '@rapport/testbed';
import { expect, inject, test, vi } from 'vitest';
import { askForReset, linkTo, mailsTo } from './mails.ts';
import { newBrowser, newPerson, newSession, outcomeOf, refresh } from './person.ts';

const { baseUrl } = inject('platform');
const words = 'Seven quiet boats at dusk';

test('a reset sets a new password once, ends every session, and neither GET nor HEAD uses its link up', async () => {
  const person = await newPerson();
  const session = await newSession(person);
  await askForReset(person.email);
  const link = await linkTo(person.email);
  const browser = newBrowser();
  await fetch(link, { method: 'HEAD' });
  await browser.get(link);
  const page = await browser.get(link);
  expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
  const refused = await browser.submit(page, { password: 'aaaa' });
  expect([refused.status, refused.text.match(/<li>/g)?.length]).toEqual([400, 2]);
  expect((await newBrowser().post(link, { password: words })).status).toBe(400);
  expect(await outcomeOf(await refresh(session.refreshToken))).toBe(200);
  expect((await browser.submit(page, { password: words })).status).toBe(200);
  expect((await browser.get(link)).status).toBe(400);
  expect((await browser.submit(page, { password: `${words} again` })).status).toBe(400);
  expect(await outcomeOf(await refresh(session.refreshToken))).toBe('invalid_grant');
  await expect(newSession(person)).rejects.toThrow('do not fit together');
  expect(await newSession({ ...person, password: words })).toHaveProperty('refreshToken');
});

test('an owner whose address is under attack gets in by a reset, which changes no counts', async () => {
  const [person, attacker] = [await newPerson(), newBrowser()];
  const flow = new CodeFlow(baseUrl);
  for (let failure = 0; failure < 10; failure += 1) {
    const asked = await attacker.get(flow.address());
    await attacker.submit(asked, { email: person.email, password: 'not the right words' });
  }
  await askForReset(person.email);
  const browser = newBrowser();
  const page = await browser.get(await linkTo(person.email));
  expect((await browser.submit(page, { password: words })).status).toBe(200);
  const elsewhere = newBrowser();
  const right = { email: person.email, password: words };
  const stopped = await elsewhere.submit(await elsewhere.get(flow.address()), right);
  expect([stopped.status, stopped.headers['retry-after']]).toEqual([400, expect.any(String)]);
  expect(flow.codeOf(await browser.submit(await browser.get(flow.address()), right))).not.toBe('');
});

test('the answer never says whether an address is known, and an address gets five mails in an hour', async () => {
  const person = await newPerson();
  const known = [];
  for (let asked = 0; asked < 6; asked += 1) {
    known.push(await askForReset(person.email));
  }
  const unknown = await askForReset(newEmail());
  expect(new Set([...known, unknown].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  await vi.waitFor(async () => expect(await mailsTo(person.email)).toHaveLength(5), { timeout: 10_000 });
  const other = await newPerson();
  await askForReset(other.email);
  await linkTo(other.email);
  expect(await mailsTo(person.email)).toHaveLength(5);
});

test('a link that is none, one that is there twice, and none at all get the same page', async () => {
  const texts = [];
  for (const search of ['', '?link=', '?link=nonsense', '?link=a&link=b']) {
    const { status, text } = await newBrowser().get(`/connect/password${search}`);
    texts.push(`${status} ${text}`);
  }
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toMatch(/^400 /);
});
