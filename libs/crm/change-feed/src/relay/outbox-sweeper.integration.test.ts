import type { ReceivedEvent, TopicDefinition } from '@rapport/event-bus';
import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { handDriven, relayAll } from '../testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry } from '../testing/test-bus.ts';
import { context, createTestCell, statements, type TestCell, type TestTenant } from '../testing/test-cell.ts';
import { OutboxSweeper } from './outbox-sweeper.ts';

let cell: TestCell;
let topic: TopicDefinition;
let tenant: TestTenant;

const telemetry = await quietTelemetry();
const bus = await kafkaBus(inject('kafkaUrl'), telemetry);
beforeEach(async () => {
  cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  tenant = await cell.tenant();
  topic = newTopic(1);
  return () => cell.databases.drop();
});
afterAll(() => bus.close());

const times = { patienceMs: 5_000, pauseMinMs: 250, pauseMaxMs: 30_000 };

/** A relay and its sweeper, with the times at which the sweeper is called. */
function newSweeper(pageMax = 500) {
  const { relay, relayOptions, mover } = handDriven({ database: cell.database, bus, topic, telemetry, pageMax });
  const sweeper = new OutboxSweeper(relayOptions, times);
  const sweepAt = async (now: number): Promise<void> => {
    if (relay.acknowledged !== null) {
      sweeper.remember(relay.acknowledged, now);
    }
    await sweeper.sweep(context, now);
  };
  return { relay, mover, sweepAt };
}

test('a row that is not moved within the time of patience is sent again, and a newer one is not', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const { relay, sweepAt } = newSweeper();
  const old = await tenant.create();
  await relayAll(relay);
  await sweepAt(0);
  const young = await tenant.create();
  await relayAll(relay);
  await sweepAt(4_900);
  await listener.catchUp();
  expect(listener.events.map(({ entityId }) => entityId)).toEqual([old, young]);
  await sweepAt(5_100);
  await listener.catchUp();
  expect(listener.events.map(({ entityId }) => entityId)).toEqual([old, young, old]);
});

test('a moved row is not sent again', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const { relay, mover, sweepAt } = newSweeper();
  await tenant.create();
  await relayAll(relay);
  await listener.catchUp();
  await mover.handle(context, batchOf(listener.received));
  for (let now = 0; now < 60_000; now += 500) {
    await sweepAt(now);
  }
  await listener.catchUp();
  expect(listener.received).toHaveLength(1);
});

test('a dead letter is sent again within a minute of the end of its hour', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const { relay, sweepAt } = newSweeper();
  await tenant.create();
  const [event] = await tenant.outbox();
  await cell.database
    .cell('cell')
    .query(context, statements.addDeadLetters.with({ ids: [event?.id], reasons: ['for a test'], parkedMax: 10 }));
  await relayAll(relay);
  let now = 0;
  for (; now < 30_000; now += 1_000) {
    await sweepAt(now);
  }
  await listener.catchUp();
  expect(listener.received).toHaveLength(1);
  await cell.owner.cell('cell').query(context, takeBack);
  for (const end = now + 61_000; now < end; now += 1_000) {
    await sweepAt(now);
  }
  await listener.catchUp();
  expect(listener.received.length).toBeGreaterThan(1);
  expect(listener.firsts).toHaveLength(1);
});

const takeBack = statement('test_take_back', 'delete from cell.poison_event');

test('a consumer that is away gets a few pages in ten minutes, and every lost row once it is back', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const { relay, mover, sweepAt } = newSweeper(2);
  for (let n = 0; n < 20; n += 1) {
    await tenant.create();
  }
  await relayAll(relay);
  let now = 0;
  for (; now < 600_000; now += 250) {
    await sweepAt(now);
  }
  await listener.catchUp();
  expect(listener.received.length - 20).toBeGreaterThan(20);
  expect(listener.received.length - 20).toBeLessThan(60);
  // All of those are lost: only rows that are sent from here on are moved.
  const backAt = now;
  while ((await tenant.outbox()).length > 0) {
    const before = listener.received.length;
    await sweepAt((now += 250));
    await listener.catchUp();
    await mover.handle(context, batchOf(listener.received.slice(before)));
  }
  expect(now - backAt).toBeLessThan(45_000);
  expect(await tenant.feed()).toHaveLength(20);
});

function batchOf(events: readonly ReceivedEvent[]) {
  return { events, commit: () => Promise.resolve() };
}
