import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement, type Database } from '@rapport/database';
import { hasDied, databasesOfFile, mortalDatabase, Mortality } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { startTelemetry } from '@rapport/telemetry';
import { beforeEach, expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import type { OutgoingMail } from './mail.ts';
import { MailMetrics } from './mail-metrics.ts';
import { MailSender } from './mail-sender.ts';
import { MailStore } from './mail-store.ts';
import { MailTransport } from './mail-transport.ts';
import { Postbox } from './postbox.ts';
import { FolderTransport } from './transports/folder-transport.ts';

const context = untracedContext();
const store = new MailStore();
const postbox = new Postbox(store);
const from = { name: 'Rapport', address: 'rapport@localhost' };
const mail = { to: 'ayse@example.test', subject: 'A subject', text: 'a-secret-link\n', html: '<p>a-secret-link</p>' };

const databases = await databasesOfFile();

const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const service = databases.connect('rapport_application_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });

beforeEach(async () => {
  await owner.control.query(context, statement('t_clear', 'delete from control.mail'));
});

/** Keeps what it takes, and does not take it as long as it is told not to. */
class Recorder extends MailTransport {
  readonly delivered: OutgoingMail[] = [];
  delivery: Delivery = { outcome: 'taken' };

  override async deliver(outgoing: OutgoingMail): Promise<Delivery> {
    if (this.delivery.outcome === 'taken') {
      this.delivered.push(outgoing);
    }
    return this.delivery;
  }

  override async close(): Promise<void> {}
}

function senderOver(database: Database, transport: MailTransport): MailSender {
  const metrics = new MailMetrics(telemetry.metrics);
  return new MailSender({ database, store, transport, from, metrics, telemetry });
}

test('several processes send each mail once, and what was sent is kept nowhere', async () => {
  const recorder = new Recorder();
  for (let count = 0; count < 20; count += 1) {
    await postbox.post(context, owner.control, mail);
  }
  await Promise.all([1, 2, 3].map(() => senderOver(service, recorder).sendAll(context)));
  expect(recorder.delivered).toHaveLength(20);
  expect(new Set(recorder.delivered.map(({ id }) => id)).size).toBe(20);
  expect(JSON.stringify(await rows())).not.toContain('a-secret-link');
  expect(await rows()).toHaveLength(20);
});

test('a mail whose change was taken back is never sent', async () => {
  const recorder = new Recorder();
  const change = owner.control.transaction(context, async (sql) => {
    await postbox.post(context, sql, mail);
    throw new Error('taken back');
  });
  await expect(change).rejects.toThrow('taken back');
  await senderOver(service, recorder).sendAll(context);
  expect(recorder.delivered).toEqual([]);
});

test('no mail is lost, whatever step the process dies at, and one comes twice only from before its note', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    await owner.control.query(context, statement('t_clear', 'delete from control.mail'));
    const recorder = new Recorder();
    await postbox.post(context, owner.control, mail);
    const mortal = mortalDatabase(service, new Mortality(diesAt));
    const died = await hasDied(senderOver(mortal, recorder).sendAll(context));
    const sentBefore = recorder.delivered.length;
    await release();
    await senderOver(service, recorder).sendAll(context);
    expect(recorder.delivered.length, `died at ${diesAt}`).toBe(died && diesAt === 2 ? 2 : 1);
    expect(sentBefore).toBe(diesAt === 1 ? 0 : 1);
    if (!died) {
      return;
    }
  }
}, 120_000);

test.each<Delivery>([
  { outcome: 'refusedForNow', by: 'server', problem: 'EAUTH 535' },
  { outcome: 'refusedForGood', by: 'recipient', problem: 'EAUTH 535' },
  { outcome: 'notBegun', problem: 'EAUTH 535' },
  { outcome: 'inDoubt', problem: 'EAUTH 535' },
])('a mail that was not surely taken is tried again later: %o', async (delivery) => {
  const recorder = new Recorder();
  recorder.delivery = delivery;
  await postbox.post(context, owner.control, mail);
  await senderOver(service, recorder).sendAll(context);
  expect(await rows()).toMatchObject([{ problem: 'EAUTH 535', attempts: 1, isWaiting: true, isDue: false }]);
  recorder.delivery = { outcome: 'taken' };
  await senderOver(service, recorder).sendAll(context);
  expect(recorder.delivered).toEqual([]);
  await release();
  await senderOver(service, recorder).sendAll(context);
  expect(recorder.delivered).toHaveLength(1);
});

test('a mail is given up after a day, with its content', async () => {
  const recorder = new Recorder();
  recorder.delivery = { outcome: 'notBegun', problem: 'ECONNECTION' };
  await postbox.post(context, owner.control, mail);
  await owner.control.query(
    context,
    statement('t_age', `update control.mail set created_on = clock_timestamp() - interval '25 hours'`),
  );
  await senderOver(service, recorder).sendAll(context);
  expect(await rows()).toMatchObject([{ isWaiting: false, isGivenUp: true }]);
  expect(await telemetry.metrics.text()).toMatch(/mail_deliveries_total\{outcome="given_up"\} 1/);
});

test('a mail in a folder is a whole file that is named after it, with the link alone in its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-mail-'));
  const transport = new FolderTransport(join(folder, 'mail'));
  await postbox.post(context, owner.control, mail);
  await senderOver(service, transport).sendAll(context);
  const [name = '', ...others] = await readdir(join(folder, 'mail'));
  expect([others, name]).toEqual([[], expect.stringMatching(/^[0-9a-f-]{36}\.eml$/)]);
  const text = await readFile(join(folder, 'mail', name), 'utf8');
  expect(text).toMatch(/^To: ayse@example.test\r$/m);
  expect(text).toMatch(/^From: Rapport <rapport@localhost>\r$/m);
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^a-secret-link\r$/m);
  await rm(folder, { recursive: true });
});

interface Row {
  readonly problem: string | null;
  readonly attempts: number;
  readonly isWaiting: boolean;
  readonly isDue: boolean;
  readonly isGivenUp: boolean;
}

function rows(): Promise<Row[]> {
  return owner.control.query<Row>(
    context,
    statement(
      't_rows',
      `select *, content is not null as "isWaiting", due_on <= clock_timestamp() as "isDue",
        given_up_on is not null as "isGivenUp" from control.mail`,
    ),
  );
}

/** The passing of time: no process holds a mail any more. */
async function release(): Promise<void> {
  await owner.control.query(context, statement('t_release', 'update control.mail set due_on = clock_timestamp()'));
}
