import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import type { TopicDefinition } from '@rapport/event-bus';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { handDriven, relayAll } from '../testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry } from '../testing/test-bus.ts';
import { context, createTestCell, type TestCell, type TestTenant } from '../testing/test-cell.ts';
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

const newRelay = () => handDriven({ database: cell.database, bus, topic, telemetry, pageMax: 2 });

test('rows that were dumped and restored are sent once, before the later changes of their records', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const ids = [await tenant.create(), await tenant.create(), await tenant.create()];
  await tenant.owner.query(context, restoreOutbox);
  await tenant.records.update(tenant.caller, ids[0] ?? '', { name: 'after the restore' });
  const { relay } = newRelay();
  await relayAll(relay);
  expect(await relay.read(context)).toBe(0);
  await listener.catchUp();
  expect(listener.events.map(({ entityId, version }) => [entityId, version])).toEqual([
    ...ids.map((id) => [id, 1]),
    [ids[0], 2],
  ]);
});

test('rows that are restored while a process leads are not sent with each poll, but with the next sweep of every row', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const { relay, relayOptions } = newRelay();
  const sweeper = new OutboxSweeper(relayOptions, { patienceMs: 5_000, pauseMinMs: 250, pauseMaxMs: 30_000 });
  await relayAll(relay);
  const restored = await tenant.create();
  await tenant.owner.query(context, restoreOutbox);
  expect(await relay.read(context)).toBe(0);
  sweeper.remember(relay.acknowledged ?? '', 0);
  await sweeper.sweep(context, 6_000);
  await relayAll(relay);
  await listener.catchUp();
  expect(listener.events.map(({ entityId }) => entityId)).toEqual([restored]);
});

/** Makes rows look as in a cluster that has begun far fewer transactions than the one in which they were dumped. */
const restoreOutbox = statement(
  'test_restore_outbox',
  `update cell.outbox set xid = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8`,
);
