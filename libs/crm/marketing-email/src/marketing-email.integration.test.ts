import { campaigns, marketingEmails } from '@rapport/crm-records';
import { statement, type Sent } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { addressKey, newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { SteppedRecords, RecordTransactions } from '@rapport/records';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MarketingEmailService, type MarketingEmailInput } from './marketing-email-service.ts';
import { SenderService } from './sender-service.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const states = Object.keys(marketingEmails.states?.from ?? {});
const allRights = ['marketingEmails.send'];
const fileBytesMax = 1_000_000;

const databases = await databasesOfFile();
await databases.createTenant(tenant.number);
const database = databases.connect('rapport_application_api');
const members = ['name', 'subject', 'from', 'templateId', 'segmentId', 'fileName', 'appointmentDate'] as const;
const surface = {
  shows: ['id', ...members, 'status'],
  writes: [...members, 'supplier', 'sendType', 'status'],
  items: ['id'],
  answers: 'id',
} as const;
const store = new SteppedRecords(marketingEmails, surface, { database, all: [campaigns, marketingEmails] });
const transactions = new RecordTransactions({ database });
const mails = new MarketingEmailService(store, transactions, { suppliers: ['smtp'], fileBytesMax });
const mailsWithoutSupplier = new MarketingEmailService(store, transactions, { suppliers: [], fileBytesMax });
const context = callerOf(tenant);
let due: MarketingEmailInput;

beforeAll(async () => {
  await asOwner(addSender.with({ address: 'News@example.com', addressKey: addressKey('News@example.com') }));
});

beforeEach(async () => {
  const [campaign] = await asOwner<{ id: string }>(addCampaign);
  due = {
    subject: 'News',
    from: 'news@EXAMPLE.com',
    supplier: 'smtp',
    sendType: 'immediate',
    segmentId: campaign?.id ?? null,
    fileName: 'a.html',
    file: Buffer.from('<p>'),
  };
});

function asOwner<R extends object>(sent: Sent): Promise<R[]> {
  return databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant).query<R>(context, sent);
}

async function made(input: MarketingEmailInput): Promise<string> {
  return (await mails.create(context, input)).result;
}

async function found(): Promise<{ id: string; status: string; version: string; changes: number }[]> {
  return database.tenant(tenant).query(context, findMails);
}

/** The things that a mail lacks, by both ways on which it becomes due; neither leaves anything. */
async function lacking(changes: MarketingEmailInput): Promise<string[]> {
  const draft = await made({ ...due, ...changes });
  const before = await found();
  const refusals = await Promise.all([
    mails.create(context, { ...due, ...changes, status: 'scheduled' }).catch((error: unknown) => error),
    mails.step(context, draft, 'scheduled', allRights).catch((error: unknown) => error),
  ]);
  expect(await found()).toEqual(before);
  const [first, second] = refusals.map((refusal) => Object.keys((refusal as { errors: object }).errors));
  expect(second).toEqual(first);
  return first ?? [];
}

test('a mail that has all that it needs becomes due by create and by status', async () => {
  const id = await made({ ...due, status: 'scheduled' });
  const draft = await made(due);
  expect(await mails.step(context, draft, 'scheduled', allRights)).toBeNull();
  const both = (await found()).filter((mail) => [id, draft].includes(mail.id));
  expect(both.map(({ status, changes }) => [status, changes])).toEqual([
    ['scheduled', 1],
    ['scheduled', 2],
  ]);
});

test('a sender is known by the key of its address alone, so a domain that lower case makes alike is another one', async () => {
  const alike = 'news@b\u0130gcorp.example';
  await asOwner(addSender.with({ address: alike, addressKey: addressKey(alike) }));
  expect(await lacking({ from: 'news@bigcorp.example' })).toEqual(['from']);
  await made({ ...due, from: alike.replace('news', 'News'), status: 'scheduled' });
  await asOwner(takeSender.with({ addressKey: addressKey(alike) }));
});

test('a mail of one test has no campaign, and one of a time has it in the future', async () => {
  await made({ ...due, sendType: 'test', segmentId: null, status: 'scheduled' });
  const appointmentDate = '2999-01-31T00:00:00Z';
  await made({ ...due, sendType: 'scheduled', appointmentDate, status: 'scheduled' });
});

test('a refusal names each thing that is missing, and nothing is written', async () => {
  const nothing = { subject: null, from: null, supplier: null, sendType: null, segmentId: null, file: null };
  expect(await lacking(nothing)).toEqual(['subject', 'from', 'supplier', 'sendType', 'file']);
});

test.each<[string, string, MarketingEmailInput]>([
  ['without a campaign', 'segmentId', { segmentId: null }],
  ['from an address that is no sender', 'from', { from: 'other@example.com' }],
  ['of a supplier that is not configured', 'supplier', { supplier: 'mailchimp' }],
  ['that recurs', 'sendType', { sendType: 'recurring' }],
  ['of no time', 'appointmentDate', { sendType: 'scheduled', appointmentDate: null }],
  ['of a time that is over', 'appointmentDate', { sendType: 'scheduled', appointmentDate: '2026-01-31T00:00:00Z' }],
])('a mail %s is not due, for its %s', async (_, member, changes) => {
  expect(await lacking(changes)).toEqual([member]);
});

test('where no supplier is configured no mail is due, and drafts are as before', async () => {
  await mailsWithoutSupplier.create(context, due);
  const refusal = mailsWithoutSupplier.create(context, { ...due, status: 'scheduled' });
  await expect(refusal).rejects.toMatchObject({ errors: { supplier: [expect.any(String)] } });
});

test('a template serves a mail without a file where it has one of its own', async () => {
  const template = await made(due);
  const second = await made({ ...due, file: null, templateId: template, status: 'scheduled' });
  expect(await lacking({ file: null, templateId: second })).toEqual(['templateId']);
});

test('a campaign that is gone is none, and the mail does not hold it', async () => {
  const id = await made(due);
  await asOwner(dropCampaign.with({ id: due.segmentId }));
  await expect(mails.step(context, id, 'scheduled', allRights)).rejects.toMatchObject({
    errors: { segmentId: [expect.any(String)] },
  });
});

test.each(['segmentId', 'templateId'])('a %s of no record is refused', async (member) => {
  await expect(made({ ...due, [member]: newId() })).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { [member]: [expect.any(String)] },
  });
});

test('a campaign that the caller does not see is refused', async () => {
  const blind = { ...context, visibility: { scope: 'own', userId: context.actor.userId } } as const;
  await expect(mails.create(blind, due)).rejects.toMatchObject({ errors: { segmentId: [expect.any(String)] } });
});

test('a mail goes on only from an address that is a sender then', async () => {
  const id = await made({ ...due, from: 'other@example.com' });
  await asOwner(putState.with({ id, status: 'paused' }));
  await expect(mails.step(context, id, 'sending', allRights)).rejects.toMatchObject({
    errors: { from: [expect.any(String)] },
  });
});

test('only a caller who may send makes a mail due', async () => {
  for (const [was, next] of [
    ['draft', 'scheduled'],
    ['failed', 'scheduled'],
    ['paused', 'sending'],
  ] as const) {
    const id = await made(due);
    await asOwner(putState.with({ id, status: was }));
    expect(await mails.step(context, id, next, ['marketingEmails.write'])).toBe('marketingEmails.send');
    expect((await found()).find((mail) => mail.id === id)?.status).toBe(was);
  }
});

const pairs = states.flatMap((was) => states.map((next) => [was, next] as const));

test.each(pairs)('from %s to %s there is a step, none, or nothing to do', async (was, next) => {
  const id = await made(due);
  await asOwner(putState.with({ id, status: was }));
  const before = (await found()).find((mail) => mail.id === id);
  const outcome = await mails.step(context, id, next, allRights).then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
  const after = (await found()).find((mail) => mail.id === id);
  const isStep = steps[was]?.includes(next) ?? false;
  expect(outcome).toBe(isStep || was === next ? 'done' : 'invalid_transition');
  expect(after?.status).toBe(isStep ? next : was);
  expect(after?.changes).toBe((before?.changes ?? 0) + (isStep ? 1 : 0));
});

/** As the contract has them. */
const steps: Readonly<Record<string, readonly string[]>> = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['draft', 'cancelled'],
  sending: ['paused', 'cancelled'],
  paused: ['sending', 'cancelled'],
  failed: ['scheduled'],
};

test('a key makes one mail, and with another fingerprint it is refused', async () => {
  const key = { key: 'once', fingerprint: Buffer.from('one') };
  const first = await mails.create(context, due, key);
  const again = await mails.create(context, due, key);
  expect(again).toMatchObject({ result: first.result, isReplayed: true });
  const other = { key: 'once', fingerprint: Buffer.from('other') };
  await expect(mails.create(context, due, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('a file is kept byte for byte', async () => {
  const file = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  const id = await made({ ...due, file });
  const [row] = await asOwner<{ file: string }>(readFile.with({ id }));
  expect(row?.file).toBe(file.toString('hex'));
});

test('an address that is taken off pauses the mails that are being sent from it, and no others', async () => {
  const senders = new SenderService(databases.connect('rapport_subscription_service', { poolSize: 2 }));
  const change = { trace: context.trace, actor: { kind: 'operator', name: 'Grace' } } as const;
  await senders.add(change, tenant, 'Offers@example.com');
  await senders.add(change, tenant, 'offers@example.com');
  expect(await senders.list(change, tenant)).toEqual([
    { address: 'News@example.com' },
    { address: 'Offers@example.com' },
  ]);
  const from = 'OFFERS@example.com';
  const ids = await Promise.all([made({ ...due, from }), made({ ...due, from }), made(due)]);
  await asOwner(putState.with({ id: ids[0], status: 'sending' }));
  await asOwner(putState.with({ id: ids[1], status: 'scheduled' }));
  await asOwner(putState.with({ id: ids[2], status: 'sending' }));
  await senders.remove(change, tenant, 'offers@example.com');
  const all = await found();
  expect(ids.map((id) => all.find((mail) => mail.id === id)).map((mail) => [mail?.status, mail?.changes])).toEqual([
    ['paused', 2],
    ['scheduled', 1],
    ['sending', 1],
  ]);
  expect(await senders.list(change, tenant)).toEqual([{ address: 'News@example.com' }]);
  await expect(senders.remove(change, tenant, 'offers@example.com')).rejects.toMatchObject({ code: 'not_found' });
  expect(await readAudit()).toEqual(['sender.added', 'sender.removed']);
});

async function readAudit(): Promise<string[]> {
  const { control } = databases.connect('rapport_subscription_service', { poolSize: 1 });
  const rows = await control.query<{ event: string }>(context, findAudit.with(tenant));
  return rows.map(({ event }) => event);
}

const findAudit = statement('test_find_audit', 'select event from control.audit where tenant_id = :id order by id');
const takeSender = statement('test_take_sender', 'delete from tenant.marketing_sender where address_key = :addressKey');
const addSender = statement(
  'test_add_sender',
  'insert into tenant.marketing_sender (address, address_key) values (:address, :addressKey)',
);
const addCampaign = statement(
  'test_add_campaign',
  `insert into tenant.campaign (id, name, version, created_on, last_modified_on) values (uuidv7(), 'A', 1, now(), now()) returning id`,
);
const dropCampaign = statement('test_drop_campaign', 'delete from tenant.campaign where id = :id::uuid');
const putState = statement(
  'test_put_state',
  `update tenant.marketing_email set status = :status, version = version + 1, last_modified_on = clock_timestamp() where id = :id::uuid`,
);
const readFile = statement(
  'test_read_file',
  `select encode(content, 'hex') as file from tenant.marketing_file where mail_id = :id::uuid`,
);
const findMails = statement(
  'test_find_mails',
  `select id, status, version::text, (select count(*)::int from cell.outbox where record_id = mail.id) as changes
   from tenant.marketing_email mail order by id`,
);
