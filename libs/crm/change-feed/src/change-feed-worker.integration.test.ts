import { setTimeout as sleep } from 'node:timers/promises';
import { schemaName, statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { EventBus } from '@rapport/event-bus';
import { newId } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import { afterEach, expect, inject, test } from 'vitest';
import { ChangeFeedWorker, type ChangeFeedWorkerOptions } from './change-feed-worker.ts';
import { handDriven } from './testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry, until } from './testing/test-bus.ts';
import { context, createTestCell, resource, statements } from './testing/test-cell.ts';

const running: { stop(): Promise<void> }[] = [];

const cell = await createTestCell(await databasesOfFile());
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});

interface Running {
  readonly worker: ChangeFeedWorker;
  readonly bus: EventBus;
  readonly telemetry: Telemetry;
  stop(): Promise<void>;
}

async function startWorker(
  options: Partial<ChangeFeedWorkerOptions> & Pick<ChangeFeedWorkerOptions, 'topic'>,
): Promise<Running> {
  const telemetry = await quietTelemetry();
  const bus = await kafkaBus(inject('kafkaUrl'), telemetry);
  const worker = new ChangeFeedWorker({
    database: cell.database,
    bus,
    telemetry,
    resources: [resource],
    purgeEveryMs: 60_000,
    statements,
    ...options,
  });
  worker.start();
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= worker.stop().then(() => bus.close());
    return stopped;
  };
  const one = { worker, bus, telemetry, stop };
  running.push(one);
  return one;
}

test('a series that an alert counts starts at 0, so that the first failure is a rise', async () => {
  const { telemetry } = await startWorker({ topic: newTopic() });
  const text = await telemetry.metrics.text();
  for (const step of ['relay', 'move']) {
    expect(text).toContain(`change_feed_parked_total{cell="cell",step="${step}"} 0`);
  }
  expect(text).toContain('change_feed_purge_failures_total{cell="cell"} 0');
  expect(text).toContain('background_failures_total{work="lead a cell",cell="cell"} 0');
  expect(text).toContain('event_bus_handler_failures_total{group="change-feed"} 0');
  expect(text).toContain('event_bus_consumer_rebuilds_total{group="change-feed"} 0');
});

test('every change leaves the outbox, is on the topic as it was, and is in the feed once', async () => {
  const topic = newTopic();
  const [one, other] = [await cell.tenant(), await cell.tenant()];
  const id = await one.create('first');
  await startWorker({ topic });
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  await one.records.update(one.caller, id, { name: 'second' });
  await one.records.delete(one.caller, id);
  await other.create();
  await until(async () => (await one.feed()).length === 3 && (await other.feed()).length === 1);
  expect(await one.outbox()).toEqual([]);
  await until(() => listener.firsts.length === 4);
  const sent = listener.firsts.filter(({ tenantId }) => tenantId === one.tenant.id);
  const actorUserId = one.caller.actor.userId;
  const same = { tenantId: one.tenant.id, resource: 'customers', entityId: id, actorUserId };
  expect(sent).toMatchObject([
    { ...same, operation: 'created', version: 1, changes: null },
    { ...same, operation: 'updated', version: 2, changes: ['name'] },
    { ...same, operation: 'deleted', version: 3, changes: null },
  ]);
  expect(sent.map((event) => event.id)).toEqual((await one.feed()).map((item) => item.id));
  expect(
    listener.received.every(
      ({ key, value }) =>
        key ===
        `${(JSON.parse(value) as { tenantId: string }).tenantId}:${(JSON.parse(value) as { entityId: string }).entityId}`,
    ),
  ).toBe(true);
});

test('changes that trickle in wait for others: they are sent many in a batch, and still moved soon', async () => {
  const topic = newTopic();
  const tenant = await cell.tenant();
  const { telemetry } = await startWorker({ topic });
  const batches = async (): Promise<number> =>
    Number(/^event_bus_publish_seconds_count\{.*\} (\d+)$/m.exec(await telemetry.metrics.text())?.[1] ?? 0);
  await tenant.create();
  await until(async () => (await tenant.feed()).length === 1);
  const before = await batches();
  const start = performance.now();
  for (let written = 0; written < 150; written += 1) {
    await Promise.all([tenant.create(), sleep(10)]);
  }
  await until(async () => (await tenant.outbox()).length === 0);
  const polls = (performance.now() - start) / 50;
  expect((await batches()) - before).toBeLessThanOrEqual(polls + 1);
});

test('a change that could not be moved is moved later, even while others write without a pause', async () => {
  const [held, busy] = [await cell.tenant(), await cell.tenant()];
  await startWorker({ topic: newTopic() });
  const stop = new AbortController();
  const writing = (async () => {
    while (!stop.signal.aborted) {
      await busy.create();
    }
  })();
  const lockFeed = statement(
    'test_lock_feed',
    `lock table ${schemaName(held.tenant.number)}.change_feed in access exclusive mode`,
  );
  await cell.owner.cell('cell').transaction(context, async (sql) => {
    await sql.query(context, lockFeed);
    await held.create();
    const heldUntil = performance.now() + 4_000;
    // PostgreSQL ends a transaction that is idle for long.
    await until(async () => (await sql.query(context, lockFeed)) && performance.now() > heldUntil);
    expect(await held.outbox()).toHaveLength(1);
  });
  await until(async () => (await held.feed()).length === 1);
  stop.abort();
  await writing;
});

test('no item is in the feed twice when every event comes again', async () => {
  const topic = newTopic();
  const tenant = await cell.tenant();
  const { bus } = await startWorker({ topic });
  await Promise.all(Array.from({ length: 30 }, () => tenant.create()));
  await until(async () => (await tenant.feed()).length === 30);
  const again = handDriven({ database: cell.database, bus, topic, telemetry: await quietTelemetry() });
  let received = 0;
  const running = bus.subscribe({
    topic,
    group: 'offsets-reset',
    batchMax: 7,
    handle: async (at, batch) => {
      await again.mover.handle(at, batch);
      received += batch.events.length;
    },
  });
  await until(() => received >= 30);
  await running.stop();
  expect(await tenant.feed()).toHaveLength(30);
  expect(await tenant.changes()).toHaveLength(30);
});

test('two workers share the work, and when the leader stops the other one goes on', async () => {
  const topic = newTopic();
  const tenant = await cell.tenant();
  const workers = [await startWorker({ topic }), await startWorker({ topic })];
  const leaders = () => workers.filter(({ worker }) => worker.health().cells['cell']?.isLeader);
  await until(() => leaders().length === 1);
  await Promise.all(Array.from({ length: 20 }, () => tenant.create(newId())));
  await until(async () => (await tenant.feed()).length === 20);
  const [leader] = leaders();
  await leader?.stop();
  await until(() => leaders().length === 1 && leaders()[0] !== leader);
  await Promise.all(Array.from({ length: 20 }, () => tenant.create(newId())));
  await until(async () => (await tenant.feed()).length === 40);
  expect(await tenant.outbox()).toEqual([]);
});
