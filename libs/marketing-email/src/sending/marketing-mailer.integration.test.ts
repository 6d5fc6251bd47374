import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Database } from '@rapport/database';
import { createTestDatabases, mortalDatabase, Mortality, type TestDatabases } from '@rapport/database/testing';
import { MailTransport, type Delivery, type OutgoingMail } from '@rapport/mail';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { SenderService } from '../sender-service.ts';
import { MailingTenant } from '../testing/mailing-tenant.ts';
import { MarketingMailer, type SendingHolds, type SendingRates } from './marketing-mailer.ts';

let databases: TestDatabases;
let people: Database;
let owner: Database;
let workers: Database;
let telemetry: Telemetry;
let here: MailingTenant;
let mailers: MarketingMailer[] = [];
const rates = { perSecond: 1_000, perSecondOfTenant: 1_000, places: 20 };

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  people = databases.connect('rapport_application_api');
  workers = databases.connect('rapport_change_feed_worker');
  owner = databases.connect('rapport_owner', { poolSize: 4 });
  telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
});
beforeEach(async () => {
  here = await MailingTenant.create(databases, people, owner);
});
afterEach(async () => {
  await Promise.all(mailers.map((mailer) => mailer.stop()));
  mailers = [];
});
afterAll(() => databases.drop());

/** Keeps what it is given, and answers as it is told to. */
class Post extends MailTransport {
  readonly came: OutgoingMail[] = [];
  answer: (mail: OutgoingMail) => Delivery | Promise<Delivery> = () => ({ outcome: 'taken' });

  override async deliver(mail: OutgoingMail): Promise<Delivery> {
    this.came.push(mail);
    return this.answer(mail);
  }

  override async close(): Promise<void> {}

  addresses(): string[] {
    return this.came.map(({ to }) => to).sort();
  }
}

interface StartOptions extends Partial<SendingRates> {
  readonly holds?: SendingHolds;
  readonly database?: Database;
}

function start(post: Post, { holds, database, ...more }: StartOptions = {}): MarketingMailer {
  const mailer = new MarketingMailer({
    database: database ?? workers,
    telemetry,
    transport: post,
    links: { linkFor: ({ number }) => `https://example.com/${number}` },
    rates: { ...rates, ...more },
    ...(holds && { holds }),
  });
  mailers.push(mailer);
  mailer.start();
  return mailer;
}

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${String(n).padStart(3, '0')}@example.com`);
}

async function reached(id: string, status: string, of = here): Promise<void> {
  await expect.poll(async () => (await of.read(id)).status, { timeout: 20_000, interval: 20 }).toBe(status);
}

async function came(post: Post, count: number): Promise<void> {
  await expect.poll(() => post.came.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count);
}

test('two workers send a mail to each member once, and counts, members and timelines say so', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(100));
  start(post);
  start(post);
  const id = await here.send(campaign, { name: 'Spring' });
  await reached(id, 'sent');
  expect(post.addresses()).toEqual(addresses(100));
  expect(await here.read(id)).toMatchObject({ recipientCount: 100, sentCount: 100, bouncedCount: 0, inDoubtCount: 0 });
  expect(new Set((await here.states(id)).map(({ member }) => member))).toEqual(new Set(['sent']));
  const { userId } = here.context.actor;
  expect(await here.ask(readItems, [id])).toEqual([{ items: 100, customers: 100, title: 'Spring', actor: userId }]);
  await expect.poll(() => owner.cell('cell').query(here.context, findTurns, [here.tenant.number])).toEqual([]);
});

test('members without an address, twins, and those who are out get nothing and are no recipients', async () => {
  const post = new Post();
  const campaign = await here.campaign(['a@example.com', null, 'A@Example.com', 'out@x.com', 'gone@x.com', 'no@x.com']);
  await here.ask(optOut, ['out@x.com']);
  await here.ask(suppress, ['GONE@x.com']);
  await here.ask(setMember, ['no@x.com', 'optedOut']);
  start(post);
  const id = await here.send(campaign);
  await reached(id, 'sent');
  expect(post.addresses()).toEqual(['a@example.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('whoever is out when the turn comes is no recipient any more', async () => {
  const post = new Post();
  const all = ['a@x.com', 'opted@x.com', 'suppressed@x.com', 'member@x.com'];
  const campaign = await here.campaign(all);
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  start(post);
  const id = await here.send(campaign);
  await came(post, 4);
  await here.ask(optOut, ['opted@x.com']);
  await here.ask(suppress, ['suppressed@x.com']);
  await here.ask(setMember, ['member@x.com', 'optedOut']);
  post.answer = () => ({ outcome: 'taken' });
  await reached(id, 'sent');
  expect(post.addresses()).toEqual([...all, 'a@x.com'].sort());
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test.each(['paused', 'cancelled'])('a mail that is %s is handed over to nobody a second later', async (state) => {
  const post = new Post();
  const campaign = await here.campaign(addresses(300));
  start(post, { perSecondOfTenant: 100 });
  start(post, { perSecondOfTenant: 100 });
  const id = await here.send(campaign);
  await came(post, 20);
  await here.step(id, state);
  await sleep(1_000);
  const held = post.came.length;
  await sleep(1_500);
  expect(post.came.length).toBe(held);
  expect(await here.read(id)).toMatchObject({ status: state, recipientCount: 300, sentCount: held, inDoubtCount: 0 });
  const sent = (await here.states(id)).filter(({ member }) => member === 'sent');
  expect(sent).toHaveLength(held);
  if (state === 'paused') {
    await here.step(id, 'sending');
    await reached(id, 'sent');
    expect(post.addresses()).toEqual(addresses(300));
  }
});

test('a suspended tenant sends nothing, and goes on when it is resumed', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(100));
  start(post, { perSecondOfTenant: 50 });
  const id = await here.send(campaign);
  await came(post, 10);
  await here.suspend('suspended');
  await sleep(1_000);
  const held = post.came.length;
  await sleep(1_500);
  expect(post.came.length).toBe(held);
  await here.suspend('active');
  await reached(id, 'sent');
  expect(post.addresses()).toEqual(addresses(100));
});

test('a sender that is taken off pauses its mail under way', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(200));
  start(post, { perSecondOfTenant: 50 });
  const id = await here.send(campaign);
  await came(post, 10);
  const senders = new SenderService(databases.connect('rapport_subscription_service', { poolSize: 2 }));
  const change = { trace: here.context.trace, actor: { kind: 'operator', name: 'Grace' } } as const;
  await senders.remove(change, here.tenant, 'NEWS@example.com');
  await sleep(1_000);
  const held = post.came.length;
  await sleep(1_000);
  expect(post.came.length).toBe(held);
  expect((await here.read(id)).status).toBe('paused');
});

test('what a server says of a recipient decides about it, and members follow', async () => {
  const post = new Post();
  const answers: Record<string, Delivery[]> = {
    'later@x.com': [{ outcome: 'refusedForNow', by: 'recipient', problem: '451' }, { outcome: 'taken' }],
    'never@x.com': [{ outcome: 'refusedForGood', by: 'recipient', problem: '550' }],
    'spam@x.com': [{ outcome: 'refusedForGood', by: 'message', problem: '554' }],
    'doubt@x.com': [{ outcome: 'inDoubt', problem: 'ETIMEDOUT' }],
    'broken@x.com': [{ outcome: 'notBegun', problem: 'ECONNRESET' }, { outcome: 'taken' }],
    'taken@x.com': [{ outcome: 'taken' }],
  };
  post.answer = ({ to }) => answers[to]?.shift() ?? { outcome: 'inDoubt', problem: 'one too many' };
  const campaign = await here.campaign(Object.keys(answers));
  start(post);
  const id = await here.send(campaign);
  await reached(id, 'sent');
  expect(await here.read(id)).toMatchObject({ recipientCount: 6, sentCount: 3, bouncedCount: 2, inDoubtCount: 1 });
  const states = (await here.states(id)).map(({ address, recipient, member }) => `${address} ${recipient} ${member}`);
  expect(states).toEqual([
    'broken@x.com sent sent',
    'doubt@x.com inDoubt added',
    'later@x.com sent sent',
    'never@x.com bounced bounced',
    'spam@x.com bounced bounced',
    'taken@x.com sent sent',
  ]);
  expect(await here.ask(findSuppressed)).toEqual([{ address: 'never@x.com', reason: 'refused' }]);
});

test('a recipient that is refused for now for a day has bounced', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  const campaign = await here.campaign(['later@x.com']);
  start(post);
  const id = await here.send(campaign);
  await came(post, 1);
  await here.ask(age, [id]);
  await reached(id, 'sent');
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, bouncedCount: 1 });
});

test('while the server takes nothing at all the mail rests, and no recipient counts an attempt', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'notBegun', problem: 'ECONNREFUSED' });
  const campaign = await here.campaign(addresses(50));
  start(post);
  const id = await here.send(campaign);
  await came(post, 10);
  await sleep(1_500);
  expect(post.came.length).toBeLessThanOrEqual(20);
  expect(await here.ask(maxAttempts, [id])).toEqual([{ attempts: 0 }]);
  post.came.length = 0;
  post.answer = () => ({ outcome: 'taken' });
  await reached(id, 'sent');
  expect(post.addresses()).toEqual(addresses(50));
});

const holds = { turnMs: 100, claimMs: 500 };

test('no address gets the mail twice, whatever step a worker dies at, and what was in flight is in doubt', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const post = new Post();
    const count = 15;
    const campaign = await here.campaign(addresses(count));
    const id = await here.send(campaign);
    const mortality = new Mortality(diesAt);
    const mortal = mortalDatabase(workers, mortality);
    const dying = start(post, { holds, database: mortal, places: 10 });
    const isDead = await Promise.race([
      reached(id, 'sent').then(() => false),
      expect
        .poll(() => mortality.steps >= diesAt, { timeout: 20_000, interval: 5 })
        .toBe(true)
        .then(() => true),
    ]);
    void dying;
    start(post, { holds, places: 10 });
    await reached(id, 'sent');
    expect(new Set(post.addresses()).size, `died at ${diesAt}`).toBe(post.came.length);
    const { recipientCount, sentCount, inDoubtCount } = await here.read(id);
    expect([recipientCount, sentCount + inDoubtCount], `died at ${diesAt}`).toEqual([count, count]);
    expect(inDoubtCount, `died at ${diesAt}`).toBeLessThanOrEqual(5);
    await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
    if (!isDead) {
      expect(diesAt).toBeGreaterThan(15);
      return;
    }
  }
}, 240_000);

test('a mail of the type test goes to whoever made it due, and to no member', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(3));
  await owner.control.query(here.context, addUser, [here.tenant.id, here.context.actor.userId, 'me@example.com']);
  start(post);
  const id = await here.send(campaign, { sendType: 'test' });
  await reached(id, 'sent');
  expect(post.addresses()).toEqual(['me@example.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('a mail whose campaign is gone when its time comes has failed, and one of nobody is sent', async () => {
  const post = new Post();
  const [gone, nobody] = [await here.campaign(['a@x.com']), await here.campaign([null])];
  const lost = await here.send(gone);
  await here.ask(dropCampaign, [gone]);
  const empty = await here.send(nobody);
  start(post);
  await reached(lost, 'failed');
  await reached(empty, 'sent');
  expect(post.came).toEqual([]);
  expect(await here.read(lost)).toMatchObject({ recipientCount: 0 });
});

test('a scheduled mail is sent when its time has come, unless it was taken back', async () => {
  const post = new Post();
  start(post);
  const when = Date.now() + 1_500;
  const scheduled = { sendType: 'scheduled', appointmentDate: new Date(when).toISOString() };
  const [kept, back] = [await here.campaign(['kept@x.com']), await here.campaign(['back@x.com'])];
  const ids = [await here.send(kept, scheduled), await here.send(back, scheduled)] as const;
  await here.step(ids[1], 'draft');
  await reached(ids[0], 'sent');
  expect(Date.now()).toBeGreaterThanOrEqual(when - 50);
  expect(post.addresses()).toEqual(['kept@x.com']);
  expect((await here.read(ids[1])).status).toBe('draft');
});

test('many recipients are gathered in chunks, each once, also where a mail was taken back amid them', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(12_000));
  const id = await here.send(campaign);
  await here.ask(leaveRecipients, [id]);
  post.answer = () => ({ outcome: 'refusedForNow', by: 'server', problem: '421' });
  start(post);
  await reached(id, 'sending');
  expect(await here.read(id)).toMatchObject({ recipientCount: 12_000 });
  expect(await here.ask(countRecipients, [id])).toEqual([{ count: 12_000, addresses: 12_000 }]);
});

test('a tenant with many recipients does not hold up another one', async () => {
  const post = new Post();
  start(post, { perSecond: 200, perSecondOfTenant: 100, places: 10 });
  const other = await MailingTenant.create(databases, people, owner);
  await here.send(await here.campaign(addresses(1_000)));
  await came(post, 20);
  const id = await other.send(await other.campaign(['1@other.com', '2@other.com']));
  await reached(id, 'sent', other);
  expect(post.came.length).toBeLessThan(600);
});

const readItems = statement(
  'test_mailing_items',
  `select count(*)::int as items, count(distinct customer_id)::int as customers, min(title) as title, min(actor::text) as actor
   from tenant.timeline where source_id = $1::uuid`,
);
const findTurns = statement('test_mailing_turns', 'select tenant from cell.mailing_turn where tenant = $1');
const optOut = statement(
  'test_mailing_opt_out',
  `update tenant.contact set email_opt_out = true, version = version + 1, last_modified_on = clock_timestamp() where email = $1`,
);
const suppress = statement(
  'test_mailing_suppress',
  `insert into tenant.marketing_suppression (address, reason) values ($1, 'refused')`,
);
const setMember = statement(
  'test_mailing_set_member',
  `update tenant.campaign_member member set status = $2, version = member.version + 1, last_modified_on = clock_timestamp()
   from tenant.contact where contact.id = member.contact_id and contact.email = $1`,
);
const findSuppressed = statement('test_mailing_suppressed', 'select address, reason from tenant.marketing_suppression');
const age = statement(
  'test_mailing_age',
  `update tenant.marketing_recipient set tried_on = tried_on - interval '25 hours', due_on = clock_timestamp() where mail_id = $1::uuid`,
);
const maxAttempts = statement(
  'test_mailing_attempts',
  'select max(attempts) as attempts from tenant.marketing_recipient where mail_id = $1::uuid',
);
const addUser = statement(
  'test_mailing_user',
  `with identity as (insert into control.identity (id, email, password_hash) values ($2::uuid, $3, '') returning id)
   insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
   select $2, $1::uuid, id, 'Ayşe Kaya', '{}', 'all' from identity`,
);
const dropCampaign = statement('test_mailing_drop_campaign', 'delete from tenant.campaign where id = $1::uuid');
const leaveRecipients = statement(
  'test_mailing_leave',
  `insert into tenant.marketing_recipient (mail_id, number, address) select $1::uuid, n, 'left' || n from generate_series(100001, 106000) n`,
);
const countRecipients = statement(
  'test_mailing_count',
  `select count(*)::int as count, count(distinct address)::int as addresses from tenant.marketing_recipient where mail_id = $1::uuid`,
);
