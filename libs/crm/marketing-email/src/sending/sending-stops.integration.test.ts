import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { SenderService } from '../sender-service.ts';
import { addresses, MailingStage, Post, reached } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';

let stage: MailingStage;
let here: MailingTenant;

beforeAll(async () => {
  stage = await MailingStage.open(inject('postgresAdministratorUrl'));
});
beforeEach(async () => {
  here = await stage.tenant();
});
afterEach(() => stage.stopAll());
afterAll(() => stage.close());

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
