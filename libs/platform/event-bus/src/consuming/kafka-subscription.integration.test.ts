import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Admin, Producer } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { newId } from '@rapport/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus } from '../event-bus.ts';
import { kafkaClientNames } from '../kafka-clients.ts';
import { Reader } from '../testing/reader.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from '../testing/test-buses.ts';

const admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(inject('kafkaUrl')).host] });

const { kafkaSessionMs } = times;

afterAll(() => admin.close());

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client, inject('kafkaUrl'));
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => {
    Object.assign(times, { kafkaSessionMs });
    return buses.close();
  });

  test('a batch has at most the given number of events, and the events that arrive while its handler works come together', async () => {
    const topic = newTopic();
    const [begun, goOn] = [buses.gate(), buses.gate()];
    const reader = new Reader(bus, topic, {
      batchMax: 10,
      before: () => {
        begun.open();
        return goOn.opened;
      },
    });
    await bus.publish(context, topic, numbered(1));
    await begun.opened;
    await bus.publish(context, topic, numbered(30, 30, 1));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(31), soon);
    // They are fetched meanwhile.
    await delay(2 * times.kafkaFetchMs);
    goOn.open();
    await vi.waitFor(() => expect(reader.events).toHaveLength(31), soon);
    const sizes = reader.batches.map((batch) => batch.length);
    expect([sizes[0], sizes[1], Math.max(...sizes)]).toEqual([1, 10, 10]);
  });

  test('the events of a handler that throws come again after a growing pause, and the next events wait', async () => {
    const topic = newTopic(1);
    const attempts: { at: number; values: string[] }[] = [];
    const reader = new Reader(bus, topic, {
      batchMax: 5,
      before: ({ events }) => {
        attempts.push({ at: performance.now(), values: valuesOf(events) });
        if (attempts.length <= 3) {
          throw new Error('the database is away');
        }
      },
    });
    await bus.publish(context, topic, numbered(10));
    await vi.waitFor(() => expect(reader.events).toHaveLength(10), soon);
    const [third, fourth] = attempts.slice(2);
    expect(attempts.map(({ values }) => values)).toEqual([
      ...Array.from({ length: 4 }, () => valuesOf(numbered(5))),
      valuesOf(numbered(5, 1, 5)),
    ]);
    // The first pause is of 100 ms, and a busy machine makes a pause longer, never shorter.
    expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeGreaterThan(300);
    const lines = buses.first.logLines.filter((line) => line.includes('the database is away'));
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  test('committed events do not come again after a restart, and all others come', async () => {
    const topic = newTopic(1);
    const second = buses.gate();
    const first = new Reader(bus, topic, {
      batchMax: 10,
      before: ({ events }) => {
        if (events[0]?.offset === 10n) {
          second.open();
          throw new Error('the database is away');
        }
      },
    });
    await bus.publish(context, topic, numbered(20));
    await second.opened;
    await first.stop();
    expect(first.values).toEqual(valuesOf(numbered(10)));
    const seen: string[] = [];
    const careless = bus.subscribe({
      topic,
      group: 'readers',
      batchMax: 10,
      handle: async (_context, { events }) => void seen.push(...valuesOf(events)),
    });
    await vi.waitFor(() => expect(seen).toEqual(valuesOf(numbered(10, 1, 10))), soon);
    await careless.stop();
    const { bus: restarted } = await buses.another();
    const last = new Reader(restarted, topic);
    await vi.waitFor(() => expect(last.values).toEqual(valuesOf(numbered(10, 1, 10))), soon);
  });

  test('where the brokers have dropped the next event, reading goes on with the first event that they keep', async () => {
    const topic = newTopic(1);
    const first = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(10));
    await vi.waitFor(() => expect(first.events).toHaveLength(10), soon);
    await first.stop();
    await bus.publish(context, topic, numbered(20, 1, 10));
    await admin.deleteRecords({ topics: [{ name: topic.name, partitions: [{ partition: 0, offset: 25n }] }] });
    const second = new Reader(bus, topic);
    await vi.waitFor(() => expect(second.values).toEqual(valuesOf(numbered(5, 1, 25))), soon);
  });

  test('stopping waits for the handler of the last batch, and its events do not come again', async () => {
    const topic = newTopic(1);
    const { opened, open } = buses.gate();
    const begun = buses.gate();
    const reader = new Reader(bus, topic, {
      before: () => {
        begun.open();
        return opened;
      },
    });
    await bus.publish(context, topic, numbered(3));
    await begun.opened;
    let isStopped = false;
    const stopped = reader.stop().then(() => (isStopped = true));
    await delay(300);
    expect(isStopped).toBe(false);
    open();
    await stopped;
    await bus.publish(context, topic, numbered(1, 1, 3));
    const next = new Reader(bus, topic);
    await vi.waitFor(() => expect(next.values).toEqual(valuesOf(numbered(1, 1, 3))), soon);
  });

  test('a handler may take longer than a session lasts: the consumer keeps its partitions, and gets what comes meanwhile once', async () => {
    // Brokers take no shorter one.
    Object.assign(times, { kafkaSessionMs: 6_000 });
    const topic = newTopic();
    const { opened, open } = buses.gate();
    const reader = new Reader(bus, topic, { batchMax: 10, before: () => opened });
    const events = numbered(100, 20);
    await bus.publish(context, topic, events);
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(100), soon);
    await delay(times.kafkaSessionMs + 3_000);
    expect(bus.health().subscriptions).toMatchObject([{ isRunning: true, lag: 100 }]);
    open();
    await vi.waitFor(() => expect(reader.events).toHaveLength(100), soon);
    expect(new Set(reader.values)).toEqual(new Set(valuesOf(events)));
    expect(await buses.first.telemetry.metrics.text()).toContain('consumer_rebuilds_total{group="readers"} 0');
  });

  test('stopping does not wait for the success of a handler that keeps throwing', async () => {
    const topic = newTopic(1);
    const failed = buses.gate();
    const reader = new Reader(bus, topic, {
      before: () => {
        failed.open();
        throw new Error('the database is away');
      },
    });
    await bus.publish(context, topic, numbered(1));
    await failed.opened;
    await reader.stop();
    const next = new Reader(bus, topic);
    await vi.waitFor(() => expect(next.values).toEqual(valuesOf(numbered(1))), soon);
  });

  test('the events behind any bytes that another program writes to the topic are read', async () => {
    const topic = newTopic(1);
    const reader = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(1));
    const stranger = new Producer({
      clientId: 'stranger',
      bootstrapBrokers: [new URL(inject('kafkaUrl')).host],
      idempotent: true,
      transactionalId: newId(),
      retryDelay: 50,
      acks: -1,
    });
    const headers = new Map([[Buffer.from('traceparent'), randomBytes(2_000)]]);
    const strange = [
      { topic: topic.name },
      { topic: topic.name, key: randomBytes(50), headers },
      { topic: topic.name, key: Buffer.from([0xff]), value: randomBytes(3_000), headers },
    ];
    for (const compression of ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const) {
      for (const isKept of [true, false]) {
        const transaction = await stranger.beginTransaction();
        await transaction.send({ messages: strange, compression });
        await (isKept ? transaction.commit() : transaction.abort());
      }
    }
    await stranger.close();
    for (let n = 0; n < 12; n += 1) {
      await bus.publish(context, topic, [{ key: 'large', value: `${n}`.padEnd(400_000, 'x') }]);
    }
    await bus.publish(context, topic, [{ key: 'last', value: 'last' }]);
    await vi.waitFor(() => expect(reader.values.at(-1)).toBe('last'), soon);
    expect(reader.events).toHaveLength(1 + 10 * strange.length + 12 + 1);
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(0), soon);
  });
});
