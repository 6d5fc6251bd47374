import { statement } from '@rapport/database';
import { silent } from '@rapport/telemetry/testing';
import { expect, test } from 'vitest';
import { addresses, onMailingStage, Post, reached, type MailingStage } from '../testing/mailing-stage.ts';
import type { MailingTenant } from '../testing/mailing-tenant.ts';
import { Claims, type ClaimedRecipient, type Outcome } from './claims.ts';
import { findDueMail, type DueMail } from './due-mail.ts';
import { Gathering } from './gathering.ts';
import { Settling } from './settling.ts';

let stage: MailingStage;
let here: MailingTenant;

onMailingStage((...given) => ([stage, here] = given));

test('a note that comes again gives away no other claim of the recipient', async () => {
  const { id, gathering } = await due(1);
  await gathering.step(here.context, here.tenant, await read());
  const [claims, sql] = [new Claims(60_000), stage.workers.tenant(here.tenant)];
  const take = () => claims.take(here.context, sql, id, { most: 5, bytes: 1 });
  const note = (claimed: readonly ClaimedRecipient[]) => claims.note(here.context, sql, id, claimed.map(waitingOf));
  const first = await take();
  expect(first).toHaveLength(1);
  await note(first);
  const second = await take();
  expect(second).toHaveLength(1);
  await note(first);
  expect(await take()).toEqual([]);
  await note(second);
  expect(await take()).toHaveLength(1);
});

test('whoever gathers late changes nothing of a mail that another process has gathered meanwhile', async () => {
  const { id, gathering } = await due(20);
  const [stale, another] = [await read(), new Gathering(stage.workers, silent)];
  await another.step(here.context, here.tenant, stale);
  await gathering.step(here.context, here.tenant, stale);
  await here.ask(letBeGathered.with({ id }));
  await gathering.step(here.context, here.tenant, { ...stale, gatheredTo: 0 });
  const post = new Post();
  stage.start(post);
  await reached(here, id, 'sent');
  expect(post.addresses()).toEqual(addresses(20));
  expect(await here.read(id)).toMatchObject({ recipientCount: 20, sentCount: 20 });
});

test('a member is told of an outcome that is noted while another process ends the mail', async () => {
  const { id, gathering } = await due(2);
  await gathering.step(here.context, here.tenant, await read());
  const [claims, sql, settling] = [new Claims(60_000), stage.workers.tenant(here.tenant), new Settling(stage.workers)];
  const claimed = await claims.take(here.context, sql, id, { most: 5, bytes: 1 });
  const note = (of: readonly ClaimedRecipient[]) => {
    const outcomes = of.map((recipient): Outcome => ({ ...waitingOf(recipient), state: 'sent' }));
    return claims.note(here.context, sql, id, outcomes);
  };
  await note(claimed.slice(0, 1));
  // The settling has looked for members to tell by then, and waits for the row of the first of them.
  const { settles } = await stage.owner.tenant(here.tenant).transaction(here.context, async (held) => {
    await held.query(here.context, holdRecipient.with({ id }));
    const settles = settling.settle(here.context, here.tenant, id);
    await expect.poll(() => here.ask(findHeldUp), { timeout: 20_000, interval: 5 }).toHaveLength(1);
    await note(claimed.slice(1));
    return { settles };
  });
  await settles;
  stage.start(new Post());
  await expect
    .poll(async () => (await here.states(id)).map(({ member }) => member), { timeout: 20_000 })
    .toEqual(['sent', 'sent']);
});

test('a member is told of its mail also where all that is left waits long for its next try', async () => {
  const { id, gathering } = await due(2);
  await gathering.step(here.context, here.tenant, await read());
  await here.ask(letTriesBeMany.with({ id, address: '000@example.com' }));
  const post = new Post();
  post.answer = ({ to }) =>
    to.startsWith('000') ? { outcome: 'refusedForNow', by: 'recipient', problem: '451' } : { outcome: 'taken' };
  // Each turn hands over to one of them, the second one soon after members were told.
  stage.start(post, { slots: 1 });
  await post.hasCome(2);
  await expect
    .poll(async () => (await here.states(id)).map(({ member }) => member), { timeout: 10_000 })
    .toEqual(['added', 'sent']);
});

test('a recipient that is claimed while its mail is cancelled stays one, and is lost where no note comes', async () => {
  const { id, gathering } = await due(1);
  await gathering.step(here.context, here.tenant, await read());
  const settling = new Settling(stage.workers);
  const { settles } = await stage.owner.tenant(here.tenant).transaction(here.context, async (held) => {
    await held.query(here.context, claim.with({ id }));
    await here.step(id, 'cancelled');
    const settles = settling.settle(here.context, here.tenant, id);
    await expect.poll(() => here.ask(findHeldUp), { timeout: 20_000, interval: 5 }).toHaveLength(1);
    return { settles };
  });
  await settles;
  stage.start(new Post());
  await expect
    .poll(async () => (await here.states(id)).map(({ recipient }) => recipient), { timeout: 10_000 })
    .toEqual(['inDoubt']);
  expect(await here.read(id)).toMatchObject({ status: 'cancelled', inDoubtCount: 1 });
});

test('who was refused for now is tried again before those that wait for their first try', async () => {
  const { id, gathering } = await due(20);
  await gathering.step(here.context, here.tenant, await read());
  const [claims, sql] = [new Claims(60_000), stage.workers.tenant(here.tenant)];
  const take = (most: number) => claims.take(here.context, sql, id, { most, bytes: 1 });
  const refused = (await take(5)).slice(2, 4);
  const outcomes = refused.map((recipient): Outcome => ({ ...waitingOf(recipient), isCounted: true }));
  await claims.note(here.context, sql, id, outcomes);
  const numbers = (await take(4)).map(({ number }) => number);
  expect(numbers).toHaveLength(4);
  expect(numbers).toEqual(expect.arrayContaining(refused.map(({ number }) => number)));
});

/** A mail whose time has come, beside no mailer. */
async function due(count: number): Promise<{ id: string; gathering: Gathering }> {
  const id = await here.send(await here.campaign(addresses(count)));
  return { id, gathering: new Gathering(stage.workers, silent) };
}

async function read(): Promise<DueMail> {
  const [mail] = await here.ask<DueMail>(findDueMail);
  return mail ?? expect.fail('no mail is due');
}

function waitingOf({ number, claimedUntil }: ClaimedRecipient): Outcome {
  return { number, claimedUntil, state: 'waiting', pauseMs: 0, isCounted: false, isRefused: false, problem: null };
}

// The mail is looked at again at once.
const letBeGathered = statement(
  'test_mailing_gathered',
  'update tenant.marketing_sending set due_on = now() where mail_id = :id::uuid',
);

// The next try comes half an hour after this one.
const letTriesBeMany = statement(
  'test_mailing_tries',
  'update tenant.marketing_recipient set attempts = 20 where mail_id = :id::uuid and address = :address',
);

// The claim is over soon.
const claim = statement(
  'test_mailing_claim',
  `update tenant.marketing_recipient set state = 'claimed', claimed_until = clock_timestamp() + interval '1 second'
   where mail_id = :id::uuid`,
);

const holdRecipient = statement(
  'test_mailing_hold',
  `select number from tenant.marketing_recipient where mail_id = :id::uuid and state = 'sent' for update`,
);

const findHeldUp = statement(
  'test_mailing_held_up',
  `select pid from pg_stat_activity join pg_locks using (pid) where datname = current_database() and not granted`,
);
