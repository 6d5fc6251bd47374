import { databasesOfFile, hasDied } from '@rapport/database/testing';
import type { ReceivedEvent, TopicDefinition } from '@rapport/event-bus';
import { afterAll, expect, inject, test } from 'vitest';
import { handDriven, relayAll } from './testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry, until } from './testing/test-bus.ts';
import { context, createTestCell, removeFromFeed, type TestTenant } from './testing/test-cell.ts';

const cell = await createTestCell(await databasesOfFile());
const telemetry = await quietTelemetry();
const bus = await kafkaBus(inject('kafkaUrl'), telemetry);
afterAll(() => bus.close());

/** The versions of each record in the order of their first events. */
function versionsOf(listener: Listener, tenant: TestTenant): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  for (const { tenantId, entityId, version } of listener.firsts) {
    if (tenantId === tenant.tenant.id) {
      versions.set(entityId, [...(versions.get(entityId) ?? []), version]);
    }
  }
  return versions;
}

/** Two records with three versions each, written alternately. */
async function writeSome(tenant: TestTenant): Promise<string[]> {
  const ids = [await tenant.create('one'), await tenant.create('two')];
  for (const name of ['second', 'third']) {
    for (const id of ids) {
      await tenant.records.update(tenant.caller, id, { name });
    }
  }
  return ids;
}

test('a relay may die at each of its steps: its successor sends the rest, nothing is lost, versions stay in order', async () => {
  const topic = newTopic();
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  for (let diesAt = 1; ; diesAt += 1) {
    const tenant = await cell.tenant();
    const ids = await writeSome(tenant);
    const shared = { database: cell.database, bus, topic, telemetry, pageMax: 2 };
    const died = await hasDied(relayAll(handDriven({ ...shared, diesAt }).relay));
    await tenant.records.update(tenant.caller, ids[0] ?? '', { name: 'fourth' });
    await relayAll(handDriven(shared).relay);
    await until(() => [...versionsOf(listener, tenant).values()].flat().length === 7);
    expect(versionsOf(listener, tenant)).toEqual(
      new Map([
        [ids[0], [1, 2, 3, 4]],
        [ids[1], [1, 2, 3]],
      ]),
    );
    await handDriven(shared).mover.handle(context, batchOf(await sent(topic)));
    if (!died) {
      expect(diesAt).toBeGreaterThan(6);
      return;
    }
  }
}, 120_000);

test('a worker may die at each step of a batch: the batch comes again and is finished, the feed is whole at every moment, and each timeline item is there once', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const topic = newTopic();
    const tenants = [await cell.tenant(), await cell.tenant()];
    for (const tenant of tenants) {
      await writeSome(tenant);
    }
    const written = await Promise.all(tenants.map((tenant) => tenant.changes()));
    const driven = handDriven({ database: cell.database, bus, topic, telemetry, diesAt });
    const events = await sent(topic);
    const first = driven.mortal(batchOf(events));
    const died = await hasDied(driven.mover.handle(context, first));
    expect(await Promise.all(tenants.map((tenant) => tenant.changes()))).toEqual(written);
    const successor = handDriven({ database: cell.database, bus, topic, telemetry });
    await successor.mover.handle(context, batchOf(events));
    expect(await Promise.all(tenants.map((tenant) => tenant.feed()))).toEqual(written);
    for (const [index, tenant] of tenants.entries()) {
      expect((await tenant.timeline()).map(({ id }) => id)).toEqual(written[index]?.map(({ id }) => id));
    }
    if (!died) {
      expect(diesAt).toBeGreaterThan(2);
      return;
    }
  }
}, 120_000);

test('two workers that get the same batch at once move each change once', async () => {
  const topic = newTopic();
  const tenants = await Promise.all([cell.tenant(), cell.tenant(), cell.tenant()]);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(tenants.map((tenant) => tenant.create()));
    const events = await sent(topic);
    const movers = [1, 2, 3].map(() => handDriven({ database: cell.database, bus, topic, telemetry }).mover);
    await Promise.all(movers.map((mover) => mover.handle(context, batchOf(events))));
  }
  for (const tenant of tenants) {
    expect(await tenant.outbox()).toEqual([]);
    expect(new Set((await tenant.feed()).map(({ id }) => id)).size).toBe(20);
    expect(await tenant.feed()).toHaveLength(20);
    expect(await tenant.timeline()).toHaveLength(20);
  }
});

test('a message that comes after the purge of its item brings nothing back', async () => {
  const tenant = await cell.tenant();
  await tenant.create();
  await tenant.create();
  const topic = newTopic();
  const events = await sent(topic);
  const { mover } = handDriven({ database: cell.database, bus, topic, telemetry });
  await mover.handle(context, batchOf(events));
  const [oldest] = await tenant.feed();
  await tenant.owner.query(context, removeFromFeed.with({ id: oldest?.id }));
  await mover.handle(context, batchOf(events));
  expect((await tenant.feed()).map(({ id }) => id)).not.toContain(oldest?.id);
  expect(await tenant.changes()).toHaveLength(1);
});

/** The events that a relay would send now, as a worker gets them. */
async function sent(topic: TopicDefinition): Promise<ReceivedEvent[]> {
  const { relayOptions } = handDriven({ database: cell.database, bus, topic, telemetry });
  const page = { since: '1:1:', snapshot: all, after: 0, pageMax: 1_000 };
  const rows = await relayOptions.sql.query<never>(context, relayOptions.statements.relayPage.with(page));
  const events = await relayOptions.events.of(context, 'cell', rows);
  return events.map(({ key, value }, index) => ({
    partition: 0,
    offset: BigInt(index),
    key,
    value,
    traceparent: undefined,
  }));
}

/** A snapshot in which every row is visible. */
const all = '9000000000000000000:9000000000000000000:';

function batchOf(events: readonly ReceivedEvent[]) {
  return { events, commit: () => Promise.resolve() };
}
