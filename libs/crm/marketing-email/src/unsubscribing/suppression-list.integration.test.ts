import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { newId } from '@rapport/kernel';
import { SuppressionList } from './suppression-list.ts';
import { context, MailedTenant } from './testing/mailed-tenant.ts';
import { UnsubscribeLinks } from './unsubscribe-links.ts';

const change = { ...context, actor: { kind: 'operator', name: 'Grace' } } as const;
const links = new UnsubscribeLinks('http://base.test', { k1: Buffer.alloc(32, 1) });
const addresses = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`);

const databases = await databasesOfFile();

const tenant = await MailedTenant.create(databases, 1);
const list = new SuppressionList(databases.connect('rapport_subscription_service', { poolSize: 2 }), links);
for (const address of addresses.toReversed()) {
  await tenant.refuse(address.toUpperCase());
}

async function page(after: string | undefined, limit: number): Promise<string[]> {
  return (await list.list(context, tenant.ref, { after, limit })).map(({ address }) => address);
}

test('the list goes on behind the last address of a page, in the order of addresses', async () => {
  expect(await page(undefined, 3)).toEqual(['A@EXAMPLE.COM', 'B@EXAMPLE.COM', 'C@EXAMPLE.COM']);
  expect(await page('C@EXAMPLE.COM', 3)).toEqual(['D@EXAMPLE.COM']);
  expect(await page('D@EXAMPLE.COM', 3)).toEqual([]);
});

test('an address is found in any case, with its reason and time', async () => {
  expect(await list.list(context, tenant.ref, { address: 'b@example.COM', limit: 3 })).toEqual([
    { address: 'B@EXAMPLE.COM', reason: 'refused', addedOnUtc: expect.stringMatching(/^2\d{3}-.*Z$/) as string },
  ]);
  expect(await list.list(context, tenant.ref, { address: 'x@example.com', limit: 3 })).toEqual([]);
});

test('an address is taken off once, and the audit says so', async () => {
  await list.remove(change, tenant.ref, 'b@example.com');
  expect(await page(undefined, 5)).toEqual(['A@EXAMPLE.COM', 'C@EXAMPLE.COM', 'D@EXAMPLE.COM']);
  await expect(list.remove(change, tenant.ref, 'b@example.com')).rejects.toMatchObject({ code: 'not_found' });
  expect(await tenant.audit()).toEqual([{ event: 'suppression.removed', subject: 'b@example.com' }]);
});

test('an address is added once, whatever its spelling, with its cause, and the audit says so', async () => {
  await list.add(change, tenant.ref, { address: 'Added@Example.com', cause: 'asked' });
  await list.add(change, tenant.ref, { address: 'added@example.com', cause: 'complained' });
  const found = await list.list(context, tenant.ref, { address: 'added@example.com', limit: 3 });
  expect(found).toMatchObject([{ address: 'Added@Example.com', reason: 'asked' }]);
  expect((await tenant.audit()).filter((row) => 'subject' in row && /added/i.test(String(row.subject)))).toEqual([
    { event: 'suppression.added', subject: 'Added@Example.com' },
  ]);
});

test('the token of a mail stands for the address to which it went, in its own tenant alone', async () => {
  const mailId = newId();
  await tenant.addRecipient(mailId, 7, 'bounced@example.com');
  const tokenOf = (tenantNumber: number, number: number) =>
    links.linkFor({ tenantNumber, mailId, number }).split('/').at(-1);
  await list.add(change, tenant.ref, { token: tokenOf(1, 7), cause: 'bounced' });
  const found = await list.list(context, tenant.ref, { address: 'bounced@example.com', limit: 3 });
  expect(found).toMatchObject([{ reason: 'bounced' }]);
  for (const token of [tokenOf(2, 7), tokenOf(1, 8), tokenOf(1, 7)?.toLowerCase(), 'nonsense']) {
    const refusal = list.add(change, tenant.ref, { token, cause: 'bounced' });
    await expect(refusal).rejects.toMatchObject({ errors: { token: [expect.any(String)] } });
  }
});
