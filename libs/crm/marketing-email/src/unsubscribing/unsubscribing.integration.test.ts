import { statement } from '@rapport/database';
import { databasesOfFile, holdTransaction } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { recordRules } from '@rapport/records';
import { beforeEach, expect, test, vi } from 'vitest';
import { context, MailedTenant, type Seen } from './testing/mailed-tenant.ts';
import { UnsubscribeLinks } from './unsubscribe-links.ts';
import { Unsubscribing } from './unsubscribing.ts';

const links = new UnsubscribeLinks('http://base.test', { k1: Buffer.alloc(32, 1) });
/** The number of a member that is not there. */
const gone = 2_147_483_647;

const databases = await databasesOfFile();

const tenant = await MailedTenant.create(databases, 1);
const other = await MailedTenant.create(databases, 2);
const database = databases.connect('rapport_application_api', { poolSize: 4 });
const unsubscribing = new Unsubscribing(database, links);

let mailId: string;
let address: string;
beforeEach(() => {
  mailId = newId();
  address = `${newId()}@example.com`;
});

/** The token of the link in the mail that went to the address. */
async function sent(number: number, to = address): Promise<string> {
  await tenant.addRecipient(mailId, number, to);
  return tokenOf(number);
}

function tokenOf(number: number, tenantNumber = 1): string {
  return links.linkFor({ tenantNumber, mailId, number }).split('/').at(-1) ?? '';
}

function seen(): Promise<Seen> {
  return tenant.see(mailId, address);
}

test('the address goes on the list, its contacts are out, the member has opted out, and the mail counts one', async () => {
  const contactId = await tenant.addContact(address.toUpperCase());
  const twin = await tenant.addContact(address);
  const stranger = await tenant.addContact(`x${address}`);
  const number = await tenant.addMember(contactId);
  const token = await sent(number);
  expect(await unsubscribing.organisationOf(context, token)).toBe('Acme');
  expect(await seen()).toMatchObject({ count: 0, marked: 0, suppressed: [], changes: 0 });
  expect(await unsubscribing.unsubscribe(context, token)).toBe('Acme');
  const after = await seen();
  expect(after.contacts).toEqual(
    [contactId, twin].toSorted().map((id) => ({ id, isOut: true, version: 2, customerName: 'New name' })),
  );
  expect(after.members).toEqual([{ number, status: 'optedOut', version: 2 }]);
  expect(after).toMatchObject({ count: 1, marked: 1, suppressed: [`${address} unsubscribed`], changes: 3 });
  expect(await tenant.see(mailId, `x${address}`)).toMatchObject({
    contacts: [{ id: stranger, isOut: false, version: 1 }],
  });
});

test('while a write holds up the tenant the address is on the list all the same, and the link goes on afterwards', async () => {
  const token = await sent(gone);
  const held = await holdTransaction(
    context,
    databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant.ref),
    takeLock,
  );
  await expect(unsubscribing.unsubscribe(context, token)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await seen()).toMatchObject({ suppressed: [`${address} unsubscribed`], count: 0 });
  await held.end();
  expect(await unsubscribing.unsubscribe(context, token)).toBe('Acme');
  expect(await seen()).toMatchObject({ suppressed: [`${address} unsubscribed`], count: 1 });
});

test('each change of it is in the feed under the stamp that the record bears', async () => {
  const contactId = await tenant.addContact(address);
  const number = await tenant.addMember(contactId);
  await unsubscribing.unsubscribe(context, await sent(number));
  expect(await tenant.changes(address)).toEqual([
    { resource: 2, changes: ['emailOptOut', 'customerName'], isStamp: true },
    { resource: 9, changes: ['status'], isStamp: true },
  ]);
});

test('a link that is used again is good and changes nothing', async () => {
  const contactId = await tenant.addContact(address);
  const token = await sent(await tenant.addMember(contactId));
  await unsubscribing.unsubscribe(context, token);
  const before = await seen();
  const clock = await tenant.clock();
  expect(await unsubscribing.unsubscribe(context, token)).toBe('Acme');
  expect(await seen()).toEqual(before);
  expect(await tenant.clock()).toEqual(clock);
});

test('requests at one time, each of which found the recipient as it was, count once', async () => {
  const contactId = await tenant.addContact(address);
  const token = await sent(await tenant.addMember(contactId));
  const held = await holdTransaction(context, databases.connect('rapport_owner').tenant(tenant.ref), takeLock);
  const answers = [unsubscribing.unsubscribe(context, token), unsubscribing.unsubscribe(context, token)];
  await vi.waitUntil(async () => (await tenant.waiting()) === 2, { timeout: 10_000 });
  await held.end();
  expect(await Promise.all(answers)).toEqual(['Acme', 'Acme']);
  expect(await seen()).toMatchObject({ count: 1, marked: 1, changes: 2 });
});

test('a request waits for a worker that notes the outcome of the same recipient, and both come to their end', async () => {
  const worker = databases.connect('rapport_change_feed_worker', { poolSize: 1 }).tenant(tenant.ref);
  const token = await sent(gone);
  const [holds, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const noted = worker.transaction(context, async (sql) => {
    await sql.query(context, noteRecipient.with({ mailId }));
    holds.resolve();
    await goesOn.promise;
    await sql.query(context, noteMail.with({ mailId }));
  });
  await holds.promise;
  const unsubscribed = unsubscribing.unsubscribe(context, token);
  await vi.waitUntil(async () => (await tenant.waiting()) === 1, { timeout: 10_000 });
  goesOn.resolve();
  await Promise.all([noted, unsubscribed]);
  expect(await seen()).toMatchObject({ count: 1, marked: 1 });
});

test('two mails to one address count one each, and the address is on the list once', async () => {
  const contactId = await tenant.addContact(address);
  const first = await sent(await tenant.addMember(contactId));
  const ofFirst = mailId;
  mailId = newId();
  const second = await sent(await tenant.addMember(contactId), address.toUpperCase());
  await unsubscribing.unsubscribe(context, second);
  expect(await seen()).toMatchObject({ count: 1, suppressed: [`${address.toUpperCase()} unsubscribed`] });
  mailId = ofFirst;
  await unsubscribing.unsubscribe(context, first);
  expect(await seen()).toMatchObject({ count: 1, suppressed: [`${address.toUpperCase()} unsubscribed`] });
});

test('contacts with another spelling of the address are out, those whose address looks like it are not', async () => {
  const [name, looks] = [newId(), '\u0130'];
  const spellings = [`a@b\u00fccher-i-${name}.test`, `A@BU\u0308CHER-I-${name}.TEST`];
  const others = [`a@b\u00fccher-${looks}-${name}.test`, `a@bucher-i-${name}.test`];
  for (const email of [...spellings, ...others]) {
    await tenant.addContact(email);
  }
  await unsubscribing.unsubscribe(context, await sent(gone, spellings[0]));
  expect((await tenant.see(mailId, spellings[1] ?? '')).contacts.map(({ isOut }) => isOut)).toEqual([true, true]);
  for (const email of others) {
    expect(await tenant.see(mailId, email)).toMatchObject({ contacts: [{ isOut: false }], suppressed: [] });
  }
});

test('a member that is gone, and an address that no contact has, leave the rest to be done', async () => {
  await unsubscribing.unsubscribe(context, await sent(gone));
  expect(await seen()).toMatchObject({ count: 1, suppressed: [`${address} unsubscribed`], changes: 0 });
});

test('a member that responded or bounced has opted out too', async () => {
  for (const status of ['responded', 'bounced', 'added']) {
    mailId = newId();
    const number = await tenant.addMember(await tenant.addContact(address), status);
    await unsubscribing.unsubscribe(context, await sent(number));
    const { members } = await seen();
    expect(members.find((member) => member.number === number)?.status).toBe('optedOut');
  }
});

test('an address that a server refused stays on the list with that reason', async () => {
  await tenant.refuse(address);
  await unsubscribing.unsubscribe(context, await sent(gone));
  expect((await seen()).suppressed).toEqual([`${address} refused`]);
});

test('the link of a test is good and changes nothing', async () => {
  await tenant.addContact(address);
  const token = await sent(0);
  expect(await unsubscribing.organisationOf(context, token)).toBe('Acme');
  expect(await unsubscribing.unsubscribe(context, token)).toBe('Acme');
  expect(await seen()).toMatchObject({ count: 0, marked: 0, suppressed: [], changes: 0 });
});

test('a link of no tenant, of another one or of no recipient is not good and changes nothing', async () => {
  const contactId = await tenant.addContact(address);
  const number = await tenant.addMember(contactId);
  const token = await sent(number);
  const wrong = [tokenOf(number, other.ref.number), tokenOf(number, 99), tokenOf(number + 1), `${token}A`, 'nonsense'];
  for (const text of wrong) {
    expect(await unsubscribing.organisationOf(context, text)).toBeUndefined();
    expect(await unsubscribing.unsubscribe(context, text)).toBeUndefined();
  }
  expect(await seen()).toMatchObject({ count: 0, suppressed: [], changes: 0 });
});

test('ten thousand contacts with one address are out, and no transaction holds the lock for more than a chunk', async () => {
  await tenant.addContacts(address, 10_000);
  const number = await tenant.addMember(await tenant.addContact(address));
  const transactions = vi.spyOn(database, 'tenant');
  await unsubscribing.unsubscribe(context, await sent(number));
  // One read of the recipient, the address, and 34 chunks of 300, of which the last one is short.
  expect(transactions).toHaveBeenCalledTimes(36);
  transactions.mockRestore();
  expect(await tenant.out(address)).toEqual({ contacts: 10_001, changes: 10_001 });
}, 60_000);

test('a failure between two chunks leaves the address on the list, and the link goes on', async () => {
  await tenant.addContacts(address, 301);
  const token = await sent(gone);
  const real = database.tenant.bind(database);
  let calls = 0;
  const broken = vi.spyOn(database, 'tenant').mockImplementation((located) => {
    calls += 1;
    if (calls === 4) {
      throw new Error('the process is cut off');
    }
    return real(located);
  });
  await expect(unsubscribing.unsubscribe(context, token)).rejects.toThrow('cut off');
  broken.mockRestore();
  expect(await seen()).toMatchObject({ count: 0, marked: 0, suppressed: [`${address} unsubscribed`], changes: 300 });
  await unsubscribing.unsubscribe(context, token);
  expect(await seen()).toMatchObject({ count: 1, marked: 1, changes: 301 });
});

const takeLock = statement('test_take_lock', `select ${recordRules.stamp('1')}`);
const noteRecipient = statement(
  'test_note_recipient',
  `update tenant.marketing_recipient set state = 'sent' where mail_id = :mailId::uuid`,
);
const noteMail = statement(
  'test_note_mail',
  'update tenant.marketing_sending set sent = sent + 1 where mail_id = :mailId::uuid',
);
