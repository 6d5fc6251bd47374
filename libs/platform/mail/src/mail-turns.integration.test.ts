import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, untracedContext } from '@rapport/kernel';
import { systemPython } from '@rapport/local-servers';
import { Background, startTelemetry } from '@rapport/telemetry';
import { beforeEach, expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import type { OutgoingMail } from './mail.ts';
import { MailMetrics } from './mail-metrics.ts';
import { deliveriesAtOnce, MailSender } from './mail-sender.ts';
import { MailStore } from './mail-store.ts';
import { MailTransport } from './mail-transport.ts';
import { Postbox } from './postbox.ts';
import { SmtpServer, smtpPackages } from './testing/index.ts';
import { SmtpTransport } from './transports/smtp-transport.ts';

const context = untracedContext();
const store = new MailStore();
const postbox = new Postbox(store);
const python = await systemPython(smtpPackages);
const taken: Delivery = { outcome: 'taken' };

const databases = await databasesOfFile();

const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const service = databases.connect('rapport_application_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });

beforeEach(async () => {
  await owner.control.query(context, statement('t_clear', 'delete from control.mail'));
});

/** The test says what becomes of each mail, and the transport keeps the addresses in the order in which it got the mails. */
class Scripted extends MailTransport {
  readonly to: string[] = [];
  readonly #deliver: (to: string, count: number) => Promise<Delivery>;

  constructor(deliver: (to: string, count: number) => Promise<Delivery>) {
    super();
    this.#deliver = deliver;
  }

  override async deliver(mail: OutgoingMail): Promise<Delivery> {
    this.to.push(mail.to);
    return this.#deliver(mail.to, this.to.length);
  }

  override async close(): Promise<void> {}
}

function senderOver(transport: MailTransport): MailSender {
  const metrics = new MailMetrics(telemetry.metrics);
  const from = { name: 'Rapport', address: 'rapport@localhost' };
  return new MailSender({ database: service, store, transport, from, metrics, telemetry });
}

async function post(to: string, tenantId?: string): Promise<void> {
  await postbox.post(context, service.control, { to, subject: 'A subject', text: 'x\n', html: '<p>x</p>' }, tenantId);
}

async function postMany(name: string, count: number): Promise<void> {
  const tenantId = newId();
  for (let one = 1; one <= count; one += 1) {
    await post(`${name}${one}@example.test`, tenantId);
  }
}

const namesOf = (addresses: readonly string[]): string => addresses.map(([name]) => name).join('');

test('a mail for a person who waits is the next that goes, also behind 1,000 invitations of a tenant', async () => {
  await postMany('a', 1_000);
  const stopping = new AbortController();
  const transport = new Scripted(async (_, count) => {
    if (count === 3) {
      await post('person@example.test');
    }
    if (count === 5) {
      stopping.abort();
    }
    return taken;
  });
  await senderOver(transport).sendAll(context, stopping.signal);
  expect(namesOf(transport.to)).toBe('aaapa');
});

test('tenants take turns, however many mails each has and whenever it began, and each keeps its order', async () => {
  await postMany('a', 40);
  const transport = new Scripted(async (_, count) => {
    if (count === 10) {
      await postMany('b', 10);
      await postMany('c', 5);
    }
    return taken;
  });
  await senderOver(transport).sendAll(context);
  const order = namesOf(transport.to);
  expect(order.slice(0, 10)).toBe('a'.repeat(10));
  for (let round = 0; round < 5; round += 1) {
    expect(new Set(order.slice(10 + 3 * round, 13 + 3 * round))).toEqual(new Set('abc'));
  }
  for (let round = 0; round < 5; round += 1) {
    expect(new Set(order.slice(25 + 2 * round, 27 + 2 * round))).toEqual(new Set('ab'));
  }
  expect(order).toHaveLength(55);
  for (const name of 'abc') {
    const own = transport.to.filter((to) => to.startsWith(name));
    expect(own).toEqual(own.map((_, index) => `${name}${index + 1}@example.test`));
  }
});

test('mails of a tenant that a server does not take are tried again behind every first attempt', async () => {
  await postMany('a', 5);
  const away = new Scripted(async () => ({ outcome: 'notBegun', problem: 'ECONNECTION' }));
  await senderOver(away).sendAll(context);
  await postMany('b', 3);
  await owner.control.query(context, statement('t_due', 'update control.mail set due_on = clock_timestamp()'));
  await post('person@example.test');
  const transport = new Scripted(async () => taken);
  await senderOver(transport).sendAll(context);
  expect(namesOf(transport.to)).toBe('pbbbaaaaa');
});

test('a process delivers several mails at once, and a stop waits for those and begins no other', async () => {
  await postMany('a', 2 * deliveriesAtOnce);
  const open = Promise.withResolvers<void>();
  const transport = new Scripted(async () => {
    await open.promise;
    return taken;
  });
  const background = new Background(telemetry);
  senderOver(transport).start(background);
  await expect.poll(() => transport.to, { timeout: 10_000 }).toHaveLength(deliveriesAtOnce);
  let hasStopped = false;
  const stopped = background.stop().then(() => {
    hasStopped = true;
  });
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  open.resolve();
  await stopped;
  expect(transport.to).toHaveLength(deliveriesAtOnce);
  expect(await waiting()).toEqual({ untouched: deliveriesAtOnce, held: 0 });
});

test('what waits of persons and of tenants is told apart', async () => {
  await postMany('a', 3);
  await post('person@example.test');
  const found = await store.waiting(context, service.control);
  expect(new Map(found.map(({ isOfTenants, count }) => [isOfTenants, count]))).toEqual(
    new Map([
      [true, 3],
      [false, 1],
    ]),
  );
});

test.skipIf('missing' in python).each(['GREETING', 'RCPT', 'BEHIND'] as const)(
  'a server that hangs at %s with one mail holds up no other',
  async (step) => {
    const server = await SmtpServer.start('python' in python ? python.python : '', 'starttls');
    const url = `smtp://rapport:right%20words@localhost:${server.port}`;
    const connections = deliveriesAtOnce;
    const sender = senderOver(new SmtpTransport({ url, trusted: server.certificate, connections }));
    await server.follow({ [step]: 'silence' });
    await post('slow@example.test', newId());
    const background = new Background(telemetry);
    sender.start(background);
    await expect.poll(() => server.silences, { timeout: 10_000 }).toBe(1);
    await server.follow({});
    await postMany('a', 10);
    await post('person@example.test');
    await expect.poll(() => server.taken, { timeout: 10_000 }).toHaveLength(11);
    await expect.poll(waiting, { timeout: 10_000 }).toEqual({ untouched: 0, held: 1 });
    await server.stop();
    await background.stop();
    await sender.close();
  },
  30_000,
);

/** The mails that were never tried, and those that a process holds. */
async function waiting(): Promise<object | undefined> {
  const counts = statement(
    't_waiting',
    `select count(*) filter (where attempts = 0)::int as untouched, count(*) filter (where attempts > 0)::int as held
from control.mail where content is not null`,
  );
  return (await owner.control.query<object>(context, counts))[0];
}
