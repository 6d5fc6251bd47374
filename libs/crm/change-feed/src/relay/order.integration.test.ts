import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { TopicDefinition } from '@rapport/event-bus';
import { afterAll, expect, inject, test } from 'vitest';
import { handDriven, relayAll } from '../testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry, until } from '../testing/test-bus.ts';
import { context, createTestCell, type TestTenant } from '../testing/test-cell.ts';

const telemetry = await quietTelemetry();
const cell = await createTestCell(await databasesOfFile());
const bus = await kafkaBus(inject('kafkaUrl'), telemetry);
afterAll(() => bus.close());

const drivenFor = (topic: TopicDefinition, pageMax: number) =>
  handDriven({ database: cell.database, bus, topic, telemetry, pageMax });

/** Relays until the signal, and freezes now and then between a read and a send, like a process without a processor. */
async function relayWithFreezes(topic: TopicDefinition, stop: AbortSignal): Promise<void> {
  const { relay } = drivenFor(topic, 5);
  while (!stop.aborted) {
    const found = await relay.read(context);
    if (Math.random() < 0.2) {
      await sleep(Math.random() * 150);
    }
    if (found > 0) {
      await relay.send(context);
    }
    await sleep(1);
  }
}

/** Writes a few records of a tenant again and again, from some writers at once. */
async function write(tenant: TestTenant, ids: readonly string[], times: number): Promise<void> {
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; n < times; n += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
      await tenant.records.update(tenant.caller, id, { name: `${writer} ${n}` });
    }
  });
  await Promise.all(writers);
}

test('the first deliveries of a record come in the order of its versions, even when several processes believe that they lead', async () => {
  const topic = newTopic();
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const tenants = [await cell.tenant(), await cell.tenant()];
  const ids = await Promise.all(
    tenants.map((tenant) => Promise.all([tenant.create(), tenant.create(), tenant.create()])),
  );
  const stop = new AbortController();
  const { mover } = drivenFor(topic, 5);
  const moving = bus.subscribe({ topic, group: 'mover', batchMax: 20, handle: (at, batch) => mover.handle(at, batch) });
  const relaying = (async () => {
    const terms: Promise<void>[] = [];
    while (!stop.signal.aborted) {
      // The relay before goes on for a while, because it does not know that it was replaced.
      const term = AbortSignal.any([stop.signal, AbortSignal.timeout(900)]);
      terms.push(relayWithFreezes(topic, term));
      await sleep(300);
    }
    await Promise.all(terms);
  })();
  await Promise.all(tenants.map((tenant, n) => write(tenant, ids[n] ?? [], 40)));
  await until(async () => (await Promise.all(tenants.map((tenant) => tenant.outbox()))).flat().length === 0);
  stop.abort();
  await relaying;
  await moving.stop();
  for (const tenant of tenants) {
    const feed = await tenant.feed();
    await until(() => listener.firsts.filter(({ tenantId }) => tenantId === tenant.tenant.id).length === feed.length);
    for (const id of new Set(feed.map(({ record_id }) => record_id))) {
      const sent = listener.firsts.filter(({ entityId }) => entityId === id).map(({ version }) => version);
      expect(sent).toEqual(feed.filter(({ record_id }) => record_id === id).map(({ version }) => version));
    }
  }
  expect(listener.received.length).toBeGreaterThan(listener.firsts.length);
}, 120_000);

test('a long transaction of one tenant delays only its own changes, which are sent once it has ended', async () => {
  const topic = newTopic(1);
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const [slow, quick] = [await cell.tenant(), await cell.tenant()];
  const { relay } = drivenFor(topic, 2);
  await relayAll(relay);
  const released = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const long = slow.owner.transaction(context, async (sql) => {
    await sql.query(context, addToOutbox.with({ recordId: '00000000-0000-7000-8000-00000000000a' }));
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    ids.push(await quick.create());
    await relayAll(relay);
  }
  await listener.catchUp();
  expect(listener.received).toHaveLength(5);
  expect(listener.events.map(({ entityId }) => entityId)).toEqual(ids);
  released.resolve();
  await long;
  await relayAll(relay);
  await listener.catchUp();
  expect(listener.received).toHaveLength(6);
  expect(listener.events.at(-1)).toMatchObject({ tenantId: slow.tenant.id, version: 1 });
});

test('the changes of a long outage are sent in pages, each change once, with those that come meanwhile', async () => {
  const topic = newTopic(1);
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const tenant = await cell.tenant();
  const { relay } = drivenFor(topic, 500);
  await relayAll(relay);
  await tenant.owner.query(context, fillOutbox.with({ count: 20_100 }));
  let pages = 0;
  while (await relay.read(context)) {
    await relay.send(context);
    pages += 1;
    if (pages === 3) {
      await tenant.create();
    }
  }
  await listener.catchUp();
  expect(pages).toBe(42);
  const sent = listener.events.filter(({ tenantId }) => tenantId === tenant.tenant.id).map(({ id }) => id);
  expect(sent).toHaveLength(20_101);
  expect(new Set(sent).size).toBe(20_101);
});

const addToOutbox = statement(
  'test_add_to_outbox',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   values (uuidv7(), :tenant, 1, :recordId, 'created', 1, now())`,
);
const fillOutbox = statement(
  'test_fill_outbox',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   select uuidv7(), :tenant, 1, uuidv7(), 'created', 1, now() + n * interval '1 microsecond'
     from generate_series(1, :count::int) n`,
);
