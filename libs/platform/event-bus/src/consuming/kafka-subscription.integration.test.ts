import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Admin, Producer } from '@platformatic/kafka';
import { newId } from '@rapport/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus } from '../event-bus.ts';
import { kafkaClientNames } from '../kafka-clients.ts';
import { Reader } from '../testing/reader.ts';
import { missing, Relay } from '../testing/relay.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from '../testing/test-buses.ts';

const admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(inject('kafkaUrl')).host] });

afterAll(() => admin.close());

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client);
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('a batch has at most the given number of events, and the events that arrive while its handler works come together', async () => {
    const topic = newTopic(1);
    const { opened, open } = buses.gate();
    const reader = new Reader(bus, topic, { batchMax: 10, before: () => opened });
    await bus.publish(context, topic, numbered(1));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(1), soon);
    for (let first = 1; first < 6; first += 1) {
      await bus.publish(context, topic, numbered(1, 1, first));
    }
    // They come in one answer, so all of them wait when the last one is known.
    await bus.publish(context, topic, numbered(10, 1, 6));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(16), soon);
    open();
    await vi.waitFor(() => expect(reader.events).toHaveLength(16), soon);
    expect(reader.batches.slice(0, 2).map((batch) => batch.length)).toEqual([1, 10]);
    expect(Math.max(...reader.batches.map((batch) => batch.length))).toBe(10);
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
    expect(buses.first.logLines.join('')).toContain('a committed offset is not there any more');
  });

  test('two members share the partitions, and when the first stops the second goes on behind its last event', async () => {
    const topic = newTopic();
    const { bus: other } = await buses.another();
    const reader = new Reader(bus, topic);
    const relay = new Relay(context, bus, topic);
    await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(100), soon);
    const joined = new Reader(other, topic);
    await vi.waitFor(() => expect(joined.events.length).toBeGreaterThan(100), soon);
    const [mine, theirs] = [bus, other].map((member) => member.health().subscriptions[0]?.partitions ?? []);
    expect([...(mine ?? []), ...(theirs ?? [])].toSorted((a, b) => a - b)).toEqual([...Array(12).keys()]);
    expect(mine).toHaveLength(6);
    await joined.stop();
    const before = new Set([...reader.values, ...joined.values]).size;
    await vi.waitFor(
      () => expect(new Set([...reader.values, ...joined.values]).size).toBeGreaterThan(before + 100),
      soon,
    );
    await relay.stop();
    const all = (): Set<string> => new Set([...reader.values, ...joined.values]);
    await vi.waitFor(() => expect(all()).toEqual(new Set(relay.acknowledged)), soon);
    const stopped = new Set(joined.values);
    expect(reader.events.filter(({ value }) => stopped.has(value)).length).toBeLessThan(relay.acknowledged.length / 4);
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

  test('a process that starts again takes at once the place of the one that was killed', async () => {
    const topic = newTopic();
    const path = fileURLToPath(new URL('../testing/reader-process.ts', import.meta.url));
    const instance = newId();
    // The brokers wait for the first process so long that the second cannot seem to be quick by their giving it up.
    const child = fork(path, [client, inject('kafkaUrl'), instance, JSON.stringify(topic), '45000']);
    const received: string[] = [];
    child.on('message', (values: string[]) => received.push(...values));
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(received).toHaveLength(20), { timeout: 30_000, interval: 10 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { bus: restarted } = await buses.another({ instance });
    const reader = new Reader(restarted, topic);
    await bus.publish(context, topic, numbered(20, 20, 20));
    // The brokers give up the process that was killed after 45 seconds without a word.
    const sooner = { timeout: 30_000, interval: 10 };
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), sooner);
  }, 120_000);

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
    expect(bus.health().subscriptions[0]?.lag).toBe(0);
  });
});
