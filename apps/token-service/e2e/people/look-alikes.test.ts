import { CodeFlow } from '@rapport/testbed';
import { newId } from '@rapport/kernel';
import { expect, inject, test, vi } from 'vitest';
import { done, operator } from '../token-client.ts';
import { askForReset, linkTo, mailsTo } from './mails.ts';
import { newBrowser, newPerson, newSession, type Person } from './person.ts';

const { baseUrl } = inject('platform');
const words = 'Seven quiet boats at dusk';

/** Lower case of PostgreSQL makes an i of U+0130, which IDNA and case folding do not. */
const dotted = '\u0130';

test('who owns a domain that looks like another gets no identity of that one', async () => {
  const name = `corp-${newId()}`;
  const given = `boss@b${dotted}g${name}.example`;
  await invite(await newPerson(undefined, undefined, 'owner'), given);
  const browser = newBrowser();
  const set = await browser.submit(await browser.get(await linkTo(onWire(given))), { password: words });
  expect(set.status).toBe(200);
  const company = await newCompany(`boss@big${name}.example`);
  // The owner is a person of its own, not one that is there.
  expect(company.password).not.toBe('');
  await expect(newSession({ ...company, password: words })).rejects.toThrow('do not fit together');
  expect(await newSession(company)).toHaveProperty('refreshToken');
  expect(await newSession({ ...company, email: `BOSS@BIG${name}.EXAMPLE` })).toHaveProperty('refreshToken');
  await expect(newSession({ ...company, email: given })).rejects.toThrow('do not fit together');
});

test('pages name what IDNA makes of a domain beside the address', async () => {
  const email = `boss@b${dotted}g-${newId()}.example`;
  const shown = `${email} (${onWire(email).slice('boss@'.length)})`;
  await invite(await newPerson(undefined, undefined, 'owner'), email);
  const browser = newBrowser();
  const page = await browser.get(await linkTo(onWire(email)));
  expect(page.text).toContain(`Choose a password for ${shown}.`);
  expect((await browser.submit(page, { password: words })).text).toContain(`Your password for ${shown} is set.`);
  const asked = await browser.get(new CodeFlow(baseUrl).address());
  expect((await browser.submit(asked, { email, password: 'not the right words' })).text).toContain(shown);
});

test('every spelling of a domain finds one identity, and a tenant has one user with it', async () => {
  const name = newId();
  const given = `Özge@bücher-${name}.example`;
  const wire = onWire(given).slice('Özge@'.length);
  const person = await newPerson(undefined, given);
  for (const email of [`özge@${wire}`, `O\u0308ZGE@BU\u0308CHER-${name}.example`, `özge@ｂücher-${name}。example`]) {
    expect(await newSession({ ...person, email })).toHaveProperty('refreshToken');
  }
  const body = { email: `ÖZGE@${wire}`, name: 'Özge', dataScope: 'own' as const };
  const again = await operator.createUser({ params: { tenantId: person.tenantId }, body });
  expect(again).toMatchObject({ status: 409, body: { code: 'email_conflict' } });
  expect((await newCompany(`ÖZGE@${wire}`)).password).toBe('');
});

test.each(['a@127.0.0.10', 'a@\u0661\u0662.\u0663\u0664', `a@${'ü'.repeat(60)}.example`])(
  'a person whose domain gets no mail, as in %s, is refused at the address',
  async (email) => {
    const owner = await newPerson(undefined, undefined, 'owner');
    const refused = await create(owner, email);
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: { email: [expect.any(String)] } }]);
    const made = await operator.createTenant({ body: { organisationName: 'A tenant', ownerEmail: email } });
    expect(made).toMatchObject({ status: 400, body: { errors: { ownerEmail: [expect.any(String)] } } });
  },
);

test('letters that look like an i multiply neither guesses nor the mails of resets', async () => {
  const name = newId();
  const person = await newPerson(undefined, `olivia.ivi@big-${name}.example`);
  const spellings = [`ol${dotted}via.ivi`, `oliv${dotted}a.ivi`, `olivia.${dotted}vi`].flatMap((local) => [
    `${local}@big-${name}.example`,
    `olivia.ivi@b${dotted}g-${name}.example`,
  ]);
  const [flow, attacker] = [new CodeFlow(baseUrl), newBrowser()];
  for (let failure = 0; failure < 10; failure += 1) {
    const asked = await attacker.get(flow.address());
    await attacker.submit(asked, { email: person.email, password: 'not the right words' });
  }
  for (const email of spellings) {
    await expect(newSession({ ...person, email })).rejects.toThrow('do not fit together');
  }
  for (const email of [...spellings, person.email]) {
    for (let asked = 0; asked < 5; asked += 1) {
      await askForReset(email);
    }
  }
  await vi.waitFor(async () => expect(await mailsTo(person.email)).toHaveLength(5), { timeout: 10_000 });
  const other = await newPerson();
  await askForReset(other.email);
  await linkTo(other.email);
  const names = [person.email, ...spellings].map((email) => mailsTo(email));
  expect((await Promise.all(names)).flat()).toHaveLength(5);
});

/** The address with the domain as other programs find it. */
function onWire(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name}@${new URL(`http://${domain}`).hostname}`;
}

async function newCompany(ownerEmail: string): Promise<Person> {
  const { tenantId, owner } = done(
    await operator.createTenant({ body: { organisationName: 'Big Corp', ownerEmail } }),
    201,
  );
  return { tenantId, userId: owner.userId, email: owner.email, password: owner.password ?? '' };
}

async function invite(owner: Person, email: string): Promise<void> {
  expect((await create(owner, email)).status).toBe(200);
}

async function create(owner: Person, email: string): Promise<Response> {
  const { accessToken } = await newSession(owner);
  return fetch(`${baseUrl}/api/v1/user/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ email, name: 'A Colleague', roles: ['readOnly'], dataScope: 'own' }),
  });
}
