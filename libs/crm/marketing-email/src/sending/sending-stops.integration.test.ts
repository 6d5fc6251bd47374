import { statement } from '@rapport/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SenderService } from '../sender-service.ts';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';

const soon = { timeout: 20_000 };
let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));

test.each(['paused', 'cancelled'])('a mail that is %s is handed over to nobody a second later', async (state) => {
  const post = new Post();
  const campaign = await here.campaign(addresses(300));
  stage.start(post, { perSecondOfTenant: 100 });
  stage.start(post, { perSecondOfTenant: 100 });
  const id = await here.send(campaign);
  await post.hasCome(20);
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
    await reached(here, id, 'sent');
    expect(post.addresses()).toEqual(addresses(300));
  }
});

test.each(['suspended', 'cancelled'] as const)(
  'a tenant that is %s sends nothing, and goes on afterwards',
  async (state) => {
    const post = new Post();
    const campaign = await here.campaign(addresses(100));
    stage.start(post, { perSecondOfTenant: 50 });
    const id = await here.send(campaign);
    await post.hasCome(10);
    await here.become(state);
    await sleep(1_000);
    const held = post.came.length;
    await sleep(1_500);
    expect(post.came.length).toBe(held);
    await here.become('active');
    await reached(here, id, 'sent');
    expect(post.addresses()).toEqual(addresses(100));
  },
);

test('a mail that was paused for more than a day goes on with those that were refused for now before', async () => {
  const post = new Post();
  post.answer = () => ({ outcome: 'refusedForNow', by: 'recipient', problem: '451' });
  stage.start(post);
  const id = await here.send(await here.campaign(addresses(1)));
  await post.hasCome(1);
  await here.step(id, 'paused');
  await expect.poll(() => here.ask(findRested.with({ id })), soon).toHaveLength(1);
  await here.ask(waitADay.with({ id }));
  const held = post.came.length;
  await here.step(id, 'sending');
  await post.hasCome(held + 1);
  await expect.poll(() => here.ask(findUnderWay.with({ id })), soon).toEqual([]);
  post.answer = () => ({ outcome: 'taken' });
  await reached(here, id, 'sent');
  expect(await here.read(id)).toMatchObject({ sentCount: 1, bouncedCount: 0 });
});

test('a sender that is taken off pauses its mail under way', async () => {
  const post = new Post();
  const campaign = await here.campaign(addresses(200));
  stage.start(post, { perSecondOfTenant: 50 });
  const id = await here.send(campaign);
  await post.hasCome(10);
  const senders = new SenderService(stage.databases.connect('rapport_subscription_service', { poolSize: 2 }));
  const change = { trace: here.context.trace, actor: { kind: 'operator', name: 'Grace' } } as const;
  await senders.remove(change, here.tenant, 'NEWS@example.com');
  await sleep(1_000);
  const held = post.came.length;
  await sleep(1_000);
  expect(post.came.length).toBe(held);
  expect((await here.read(id)).status).toBe('paused');
});

const findRested = statement(
  'test_mailing_rested',
  'select mail_id from tenant.marketing_sending where mail_id = :id::uuid and due_on is null',
);
const findUnderWay = statement(
  'test_mailing_under_way',
  `select number from tenant.marketing_recipient where mail_id = :id::uuid and state = 'claimed'`,
);
const waitADay = statement(
  'test_mailing_wait_a_day',
  `update tenant.marketing_recipient set tried_on = tried_on - interval '25 hours', due_on = due_on - interval '25 hours'
   where mail_id = :id::uuid`,
);
