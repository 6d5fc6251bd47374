import { statement } from '@rapport/database';
import type { Delivery } from '@rapport/mail';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';

let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));

test('two workers send a mail to each member once, and counts, members and timelines say so', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(100));
  stage.start(post);
  stage.start(post);
  const id = await here.send(campaign, { name: 'Spring' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(addresses(100));
  expect(await here.read(id)).toMatchObject({ recipientCount: 100, sentCount: 100, bouncedCount: 0, inDoubtCount: 0 });
  expect(new Set((await here.states(id)).map(({ member }) => member))).toEqual(new Set(['sent']));
  const { userId } = here.context.actor;
  expect(await here.ask(readItems.with({ id }))).toEqual([
    { items: 100, customers: 100, title: 'Spring', actor: userId },
  ]);
  await expect.poll(() => stage.turnsOf(here)).toEqual([]);
});

test('members without an address, twins, and those who are out get nothing and are no recipients', async () => {
  const post = new Post();
  const campaign = await here.campaign(['a@example.com', null, 'A@Example.com', 'out@x.com', 'gone@x.com', 'no@x.com']);
  await here.ask(optOut.with({ email: 'out@x.com' }));
  await here.ask(suppress.with({ address: 'GONE@x.com' }));
  await here.ask(setMember.with({ email: 'no@x.com', status: 'optedOut' }));
  stage.start(post);
  const id = await here.send(campaign);
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(['a@example.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('each address gets a mail once, whatever its spelling, and one that looks like another gets its own', async () => {
  const post = new Post();
  const alike = ['Ä@bücher.example', 'ä@xn--bcher-kva.example', 'i@big.example', 'i@b\u0130g.example'];
  const campaign = await here.campaign([...alike, 'K@x.com', 'i@b\u0130gger.example', 'i@bigger.example']);
  await here.ask(suppress.with({ address: 'k@x.com' }));
  await here.ask(suppress.with({ address: 'i@bigger.example' }));
  stage.start(post);
  const id = await here.send(campaign);
  await reached(here, id, 'sent');
  const sent = [alike[0], 'i@big.example', 'i@b\u0130g.example', 'i@b\u0130gger.example'];
  expect(post.addresses().toSorted()).toEqual(sent.toSorted());
});

test('whoever is out when the turn comes is no recipient any more', async () => {
  const post = new Post();
  const all = ['a@x.com', 'opted@x.com', 'suppressed@x.com', 'member@x.com'];
  const campaign = await here.campaign(all);
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(4);
  await here.ask(optOut.with({ email: 'opted@x.com' }));
  await here.ask(suppress.with({ address: 'suppressed@x.com' }));
  await here.ask(setMember.with({ email: 'member@x.com', status: 'optedOut' }));
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual([...all, 'a@x.com'].sort());
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
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
  stage.start(post);
  const id = await here.send(campaign);
  await reached(here, id, 'sent');
  expect(await here.read(id)).toMatchObject({ recipientCount: 6, sentCount: 3, bouncedCount: 2, inDoubtCount: 1 });
  const states = (await here.states(id)).map(({ address, recipient, member }) => `${address} ${recipient} ${member}`);
  expect(states).toEqual([
    'broken@x.com sent sent',
    'doubt@x.com inDoubt added',
    'later@x.com sent sent',
    'never@x.com bounced bounced',
    'spam@x.com bounced added',
    'taken@x.com sent sent',
  ]);
  expect(await here.ask(findSuppressed)).toEqual([{ address: 'never@x.com', reason: 'refused' }]);
});

test('a recipient that is refused for now for a day has bounced', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  const campaign = await here.campaign(['later@x.com']);
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(1);
  await here.ask(age.with({ id }));
  await reached(here, id, 'sent');
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, bouncedCount: 1 });
});

test('a member whose mail alone was refused gets the next one', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'refusedForGood', by: 'message', problem: '554' });
  const campaign = await here.campaign(['spam@x.com']);
  stage.start(post);
  await reached(here, await here.send(campaign), 'sent');
  post.answer = () => ({ outcome: 'taken' });
  const next = await here.send(campaign);
  await reached(here, next, 'sent');
  expect(await here.read(next)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('while the server takes nothing for a day nobody has bounced', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'refusedForNow', by: 'server', problem: '535' });
  const campaign = await here.campaign(['later@x.com']);
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(1);
  await here.ask(waitADay.with({ id }));
  await post.hasCome(2);
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  await expect.poll(() => here.ask(maxAttempts.with({ id })), { timeout: 10_000 }).toEqual([{ attempts: 1 }]);
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(await here.read(id)).toMatchObject({ sentCount: 1, bouncedCount: 0 });
});

test('while the server takes nothing at all the mail rests, and no recipient counts an attempt', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'notBegun', problem: 'ECONNREFUSED' });
  const campaign = await here.campaign(addresses(50));
  stage.start(post);
  const id = await here.send(campaign);
  await post.hasCome(10);
  await sleep(1_500);
  expect(post.came.length).toBeLessThanOrEqual(20);
  expect(await here.ask(maxAttempts.with({ id }))).toEqual([{ attempts: 0 }]);
  post.came.length = 0;
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(addresses(50));
});

test('a mail of the type test goes to whoever made it due, and to no member', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(3));
  const user = { tenantId: here.tenant.id, userId: here.context.actor.userId, email: 'me@example.com' };
  await stage.owner.control.query(here.context, addUser.with(user));
  stage.start(post);
  const id = await here.send(campaign, { sendType: 'test' });
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(['me@example.com']);
  expect(await here.read(id)).toMatchObject({ recipientCount: 1, sentCount: 1 });
});

test('a mail whose campaign is gone when its time comes has failed, and one of nobody is sent', async () => {
  const post = new Post();
  const [gone, nobody] = [await here.campaign(['a@x.com']), await here.campaign([null])];
  const lost = await here.send(gone);
  await here.ask(dropCampaign.with({ id: gone }));
  const empty = await here.send(nobody);
  stage.start(post);
  await reached(here, lost, 'failed');
  await reached(here, empty, 'sent');
  expect(post.came).toEqual([]);
  expect(await here.read(lost)).toMatchObject({ recipientCount: 0 });
});

test('a scheduled mail is sent when its time has come, unless it was taken back', async () => {
  const post = new Post();
  stage.start(post);
  const when = Date.now() + 1_500;
  const scheduled = { sendType: 'scheduled', appointmentDate: new Date(when).toISOString() } as const;
  const [kept, back] = [await here.campaign(['kept@x.com']), await here.campaign(['back@x.com'])];
  const ids = [await here.send(kept, scheduled), await here.send(back, scheduled)] as const;
  await here.step(ids[1], 'draft');
  await reached(here, ids[0], 'sent');
  expect(Date.now()).toBeGreaterThanOrEqual(when - 50);
  expect(post.addresses()).toEqual(['kept@x.com']);
  expect((await here.read(ids[1])).status).toBe('draft');
});

test('many recipients are gathered in chunks, each once, also where a mail was taken back amid them', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(12_000));
  const id = await here.send(campaign);
  await here.ask(leaveRecipients.with({ id }));
  post.answer = () => ({ outcome: 'refusedForNow', by: 'server', problem: '421' });
  stage.start(post);
  await reached(here, id, 'sending');
  expect(await here.read(id)).toMatchObject({ recipientCount: 12_000 });
  expect(await here.ask(countRecipients.with({ id }))).toEqual([{ count: 12_000, addresses: 12_000 }]);
});

test('a tenant with many recipients does not hold up another one', async () => {
  const post = new Post();
  stage.start(post, { perSecond: 200, perSecondOfTenant: 100, slots: 10 });
  const other = await stage.tenant();
  await here.send(await here.campaign(addresses(1_000)));
  await post.hasCome(20);
  const id = await other.send(await other.campaign(['1@other.com', '2@other.com']));
  await reached(other, id, 'sent');
  expect(post.came.length).toBeLessThan(600);
});

const readItems = statement(
  'test_mailing_items',
  `select count(*)::int as items, count(distinct customer_id)::int as customers, min(title) as title, min(actor::text) as actor
   from tenant.timeline where source_id = :id::uuid`,
);

const suppress = statement(
  'test_mailing_suppress',
  `insert into tenant.marketing_suppression (address, address_key, reason) values (:address, lower(:address), 'refused')`,
);

const setMember = statement(
  'test_mailing_set_member',
  `update tenant.campaign_member member set status = :status, version = member.version + 1, last_modified_on = clock_timestamp()
   from tenant.contact where contact.id = member.contact_id and contact.email = :email`,
);

const findSuppressed = statement('test_mailing_suppressed', 'select address, reason from tenant.marketing_suppression');

const maxAttempts = statement(
  'test_mailing_attempts',
  'select max(attempts) as attempts from tenant.marketing_recipient where mail_id = :id::uuid',
);

const addUser = statement(
  'test_mailing_user',
  `with identity as (insert into control.identity (id, email, email_key, password_hash) values (:userId::uuid, :email, :email, '') returning id)
   insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
   select :userId, :tenantId::uuid, id, 'Ayşe Kaya', '{}', 'all' from identity`,
);

const dropCampaign = statement('test_mailing_drop_campaign', 'delete from tenant.campaign where id = :id::uuid');

const countRecipients = statement(
  'test_mailing_count',
  `select count(*)::int as count, count(distinct address)::int as addresses from tenant.marketing_recipient where mail_id = :id::uuid`,
);
const optOut = statement(
  'test_mailing_opt_out',
  `update tenant.contact set email_opt_out = true, version = version + 1, last_modified_on = clock_timestamp() where email = :email`,
);
const age = statement(
  'test_mailing_age',
  `update tenant.marketing_recipient set tried_on = tried_on - interval '25 hours', due_on = clock_timestamp() where mail_id = :id::uuid`,
);
const waitADay = statement(
  'test_mailing_wait_a_day',
  `update tenant.marketing_recipient set tried_on = tried_on - interval '25 hours', due_on = due_on - interval '25 hours' where mail_id = :id::uuid`,
);
const leaveRecipients = statement(
  'test_mailing_leave',
  `insert into tenant.marketing_recipient (mail_id, number, address, address_key) select :id::uuid, n, 'left' || n, 'left' || n from generate_series(100001, 106000) n`,
);
