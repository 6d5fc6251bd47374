import { statement } from '@rapport/database';
import { mortalDatabase, Mortality } from '@rapport/database/testing';
import { beforeEach, expect, test } from 'vitest';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';
import { TenantTurns, type TenantTurn } from './tenant-turns.ts';

let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));
beforeEach(async () => {
  await stage.owner.cell('cell').query(here.context, forgetOthers);
});

test('a tenant whose turn takes longer than a hold has no other turn meanwhile', async () => {
  const post = new Post();
  const released = Promise.withResolvers<void>();
  post.answer = () => released.promise.then(() => ({ outcome: 'taken' }));
  const holds = { turnMs: 1_500, claimMs: 60_000 };
  const id = await here.send(await here.campaign(addresses(10)));
  stage.start(post, { holds, slots: 4 });
  stage.start(post, { holds, slots: 4 });
  await post.hasCome(2);
  const { heldToMs } = await row();
  await expect.poll(async () => (await row()).heldToMs, { timeout: 20_000 }).toBeGreaterThan(heldToMs + 3_000);
  const { length } = post.came;
  released.resolve();
  expect(length).toBe(2);
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(addresses(10));
});

test('members are told of their mail while another recipient of the turn takes long', async () => {
  const post = new Post();
  const released = Promise.withResolvers<void>();
  post.answer = ({ to }) =>
    (to.startsWith('001') ? released.promise : Promise.resolve()).then(() => ({ outcome: 'taken' }));
  const id = await here.send(await here.campaign(addresses(4)));
  stage.start(post);
  await expect
    .poll(async () => (await here.states(id)).map(({ member }) => member), { timeout: 20_000 })
    .toEqual(['sent', 'added', 'sent', 'sent']);
  released.resolve();
  await reached(here, id, 'sent');
});

test('a turn is held anew while its work goes on, and not any more when that has failed', async () => {
  const { turns, turn, renewals } = await taken();
  const failing = turns.during(here.context, turn, async () => {
    await expect.poll(renewals).toBeGreaterThan(2);
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  const count = renewals();
  expect((await row()).heldUntil).toBe(turn.heldUntil);
  await expect.poll(async () => (await turns.take(here.context))?.tenant).toBe(here.tenant.number);
  expect(renewals()).toBe(count);
});

test('a process whose turn another one has taken neither holds nor ends it', async () => {
  const { turns, turn, renewals } = await taken();
  await turns.during(here.context, turn, async () => {
    await change(holdByOther);
    const count = renewals();
    await expect.poll(renewals).toBeGreaterThan(count);
  });
  await turns.end(here.context, turn, null, 0);
  expect((await row()).heldUntil).toContain('2200-01-01');
});

test('a last turn that ends while another one is called for is followed by that one at once', async () => {
  const { turns, turn } = await taken();
  const { ends } = await stage.owner.cell('cell').transaction(here.context, async (sql) => {
    await sql.query(here.context, call.with({ tenantNumber: here.tenant.number }));
    const ends = turns.end(here.context, turn, null, 0);
    await expect.poll(() => here.ask(findHeldUp)).toHaveLength(1);
    return { ends };
  });
  await ends;
  expect(await row()).toMatchObject({ heldUntil: '-infinity' });
  expect((await row()).dueInMs).toBeLessThanOrEqual(0);
});

test.each([
  ['as late again as its mail is', 4, [3, 4.5]],
  ['ten minutes later at most', 600, [9, 10.5]],
] as const)('a turn that finds its tenant closed is due %s', async (_, minutes, [least, most]) => {
  const post = new Post();
  const id = await here.send(await here.campaign(addresses(2)));
  await here.become('suspended');
  await here.ask(wait.with({ id, minutes }));
  stage.start(post);
  await expect.poll(async () => (await row()).dueInMs, { timeout: 10_000 }).toBeGreaterThan(least * 60_000);
  expect((await row()).dueInMs).toBeLessThan(most * 60_000);
  expect(post.came).toEqual([]);
});

test('a tenant that becomes open while a turn finds it closed goes on at once', async () => {
  const id = await here.send(await here.campaign(addresses(2)));
  await here.become('suspended');
  await here.ask(wait.with({ id, minutes: 600 }));
  await stage.owner.tenant(here.tenant).transaction(here.context, async (sql) => {
    await sql.query(here.context, lock);
    stage.start(new Post());
    await expect.poll(() => here.ask(findWaiting)).toHaveLength(1);
    await here.become('active');
    await change(call);
  });
  await reached(here, id, 'sent');
});

/** The turn of a tenant with a mail, and how often it was held anew since. */
async function taken(): Promise<{ turns: TenantTurns; turn: TenantTurn; renewals: () => number }> {
  await here.send(await here.campaign(addresses(2)));
  const mortality = new Mortality(Infinity);
  const turns = new TenantTurns(mortalDatabase(stage.workers, mortality), 'cell', 150);
  const turn = (await turns.take(here.context)) ?? expect.fail('no turn is due');
  expect(turn.tenant).toBe(here.tenant.number);
  return { turns, turn, renewals: () => mortality.statements.filter((name) => name === 'mailing_turn_hold').length };
}

async function row(): Promise<{ heldUntil: string; heldToMs: number; dueInMs: number }> {
  const [found] = await stage.owner
    .cell('cell')
    .query<Awaited<ReturnType<typeof row>>>(here.context, findRow.with({ tenantNumber: here.tenant.number }));
  return found ?? expect.fail('the tenant has no turn');
}

async function change(turn: typeof call): Promise<void> {
  await stage.owner.cell('cell').query(here.context, turn.with({ tenantNumber: here.tenant.number }));
}

const findRow = statement(
  'test_turn',
  `select held_until::text as "heldUntil", extract(epoch from held_until)::float8 * 1000 as "heldToMs",
  extract(epoch from due_on - clock_timestamp())::float8 * 1000 as "dueInMs" from cell.mailing_turn where tenant = :tenantNumber`,
);
const forgetOthers = statement('test_turn_forget', 'delete from cell.mailing_turn');
const holdByOther = statement(
  'test_turn_hold',
  `update cell.mailing_turn set held_until = '2200-01-01' where tenant = :tenantNumber`,
);
const call = statement(
  'test_turn_call',
  'update cell.mailing_turn set due_on = clock_timestamp(), calls = calls + 1 where tenant = :tenantNumber',
);
const wait = statement(
  'test_turn_wait',
  `update tenant.marketing_sending set due_on = clock_timestamp() - :minutes::int * interval '1 minute' where mail_id = :id::uuid`,
);
const lock = statement('test_turn_lock', 'lock table tenant.marketing_sending in access exclusive mode');
const findWaiting = statement(
  'test_turn_waiting',
  `select 1 as waits from pg_locks where not granted and relation = 'tenant.marketing_sending'::regclass`,
);
const findHeldUp = statement(
  'test_turn_held_up',
  'select pid from pg_stat_activity join pg_locks using (pid) where datname = current_database() and not granted',
);
