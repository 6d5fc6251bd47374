import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Admin, ConfigResourceTypes, Producer } from '@platformatic/kafka';
import { newId, type CallContext } from '@rapport/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus, OutgoingEvent, ReceivedEvent, TopicDefinition } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';
import { adapters, startProcess, type Process, type ProcessOptions } from './testing/adapters.ts';
import { Reader } from './testing/reader.ts';
import { keysOutOfOrder, missing, Relay } from './testing/relay.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const soon = { timeout: 15_000, interval: 10 };
let admin: Admin;

beforeAll(() => {
  admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(inject('kafkaUrl')).host] });
});

afterAll(() => admin.close());

function newTopic(partitions = 12): TopicDefinition {
  return { name: `test.${newId()}`, partitions };
}

function numbered(count: number, keys = 1, first = 0): OutgoingEvent[] {
  return Array.from({ length: count }, (_none, index) => ({
    key: `key-${(first + index) % keys}`,
    value: `${(first + index) % keys}:${first + index}`,
  }));
}

function valuesOf(events: readonly OutgoingEvent[]): string[] {
  return events.map(({ value }) => value);
}

/** Fails while the topic is not there. */
async function idOf({ name }: TopicDefinition): Promise<string | undefined> {
  return (await admin.metadata({ topics: [name], forceUpdate: true, retries: 0 })).topics.get(name)?.id;
}

/** How the offsets of each partition follow each other. */
function stepsOf(events: readonly ReceivedEvent[]): Set<string> {
  const newest = new Map<number, bigint>();
  const steps = new Set<string>();
  for (const { partition, offset } of events) {
    const step = offset - (newest.get(partition) ?? -1n);
    steps.add(step === 1n ? 'next' : offset === 0n ? 'to the first' : `from ${offset - step} to ${offset}`);
    newest.set(partition, offset);
  }
  return steps;
}

const gates: (() => void)[] = [];

/** A promise that is settled from outside, and at the latest when its test ends. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  gates.push(resolve);
  return { opened: promise, open: resolve };
}

describe.each(adapters)('the event bus by $name', (adapter) => {
  let started: Process[];
  let bus: EventBus;

  async function another(options: Omit<ProcessOptions, 'kafkaUrl'> = {}): Promise<Process> {
    const process = await startProcess(adapter, { kafkaUrl: inject('kafkaUrl'), ...options });
    started.push(process);
    return process;
  }

  beforeEach(async () => {
    started = [];
    ({ bus } = await another());
  });

  afterEach(async () => {
    gates.splice(0).forEach((open) => open());
    await Promise.all(started.map((process) => process.bus.close()));
  });

  test('events of one key stay in one partition and come in the order in which they were published', async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    for (let first = 0; first < 500; first += 50) {
      await bus.publish(context, topic, numbered(50, 10, first));
    }
    await vi.waitFor(() => expect(reader.events).toHaveLength(500), soon);
    expect(new Set(reader.values).size).toBe(500);
    expect(keysOutOfOrder(reader.values)).toEqual([]);
    expect(new Set(reader.events.map(({ key, partition }) => `${key} ${partition}`)).size).toBe(10);
  });

  test("a key's partition is the one that every Kafka client gives it", async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    const keys = ['', '21', 'foobar', 'a-little-bit-long-string', 'a-little-bit-longer-string', 'abc', 'Blåbær'];
    await bus.publish(
      context,
      topic,
      keys.map((key) => ({ key, value: key })),
    );
    await vi.waitFor(() => expect(reader.events).toHaveLength(keys.length), soon);
    const partitions = new Map(reader.events.map(({ key, partition }) => [key, partition]));
    expect(keys.map((key) => partitions.get(key))).toEqual([9, 0, 6, 8, 11, 3, 0]);
  });

  test('a batch has at most so many events, and what came while its handler was at work comes together', async () => {
    const topic = newTopic(1);
    const { opened, open } = gate();
    const reader = new Reader(bus, topic, { batchMax: 10, before: () => opened });
    await bus.publish(context, topic, numbered(1));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(1), soon);
    for (let first = 1; first < 16; first += 1) {
      await bus.publish(context, topic, numbered(1, 1, first));
    }
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBeGreaterThanOrEqual(10), soon);
    open();
    await vi.waitFor(() => expect(reader.events).toHaveLength(16), soon);
    expect(reader.batches.slice(0, 2).map((batch) => batch.length)).toEqual([1, 10]);
    expect(Math.max(...reader.batches.map((batch) => batch.length))).toBe(10);
  });

  test('the events of a handler that throws come again, after a pause that grows, and the next ones wait', async () => {
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
    const [first, second, third, fourth] = attempts;
    expect(attempts.map(({ values }) => values)).toEqual([
      ...Array.from({ length: 4 }, () => valuesOf(numbered(5))),
      valuesOf(numbered(5, 1, 5)),
    ]);
    expect((fourth?.at ?? 0) - (third?.at ?? 0)).toBeGreaterThan(1.5 * ((second?.at ?? 0) - (first?.at ?? 0)));
    const lines = started[0]?.logLines.filter((line) => line.includes('the database is away')) ?? [];
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  test('what is committed does not come again after a restart, and what is not comes', async () => {
    const topic = newTopic(1);
    const second = gate();
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
    const { bus: restarted } = await another();
    const last = new Reader(restarted, topic);
    await vi.waitFor(() => expect(last.values).toEqual(valuesOf(numbered(10, 1, 10))), soon);
  });

  test('where the brokers do not keep what comes next, reading goes on with the first event that they keep', async () => {
    const topic = newTopic(1);
    const first = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(10));
    await vi.waitFor(() => expect(first.events).toHaveLength(10), soon);
    await first.stop();
    await bus.publish(context, topic, numbered(20, 1, 10));
    await admin.deleteRecords({ topics: [{ name: topic.name, partitions: [{ partition: 0, offset: 25n }] }] });
    const second = new Reader(bus, topic);
    await vi.waitFor(() => expect(second.values).toEqual(valuesOf(numbered(5, 1, 25))), soon);
    expect(started[0]?.logLines.join('')).toContain('a committed offset is not there any more');
  });

  test('two members share the partitions, and when one stops the other goes on behind its last event', async () => {
    const topic = newTopic();
    const { bus: other } = await another();
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

  test('stopping waits for the batch in hand, and its events do not come again', async () => {
    const topic = newTopic(1);
    const { opened, open } = gate();
    const begun = gate();
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

  test('stopping does not wait for a handler to succeed that keeps throwing', async () => {
    const topic = newTopic(1);
    const failed = gate();
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

  test('a process that was killed is replaced at once by the one that starts again', async () => {
    const topic = newTopic();
    const path = fileURLToPath(new URL('testing/read-and-tell.ts', import.meta.url));
    const instance = newId();
    const child = fork(path, [adapter.name, inject('kafkaUrl'), instance, JSON.stringify(topic)]);
    const told: string[] = [];
    child.on('message', (values: string[]) => told.push(...values));
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(told).toHaveLength(20), soon);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { bus: restarted } = await another({ instance });
    const reader = new Reader(restarted, topic);
    await bus.publish(context, topic, numbered(20, 20, 20));
    const seconds = { timeout: 5_000, interval: 10 };
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), seconds);
  });

  test('a topic that is missing is made with its partitions and its settings, and made again', async () => {
    const topic = { ...newTopic(7), settings: { 'retention.ms': '123456789' } };
    await bus.publish(context, topic, numbered(1));
    const { topics } = await admin.metadata({ topics: [topic.name], forceUpdate: true });
    expect(topics.get(topic.name)?.partitionsCount).toBe(7);
    const resource = {
      resourceType: ConfigResourceTypes.TOPIC,
      resourceName: topic.name,
      configurationKeys: ['retention.ms'],
    };
    const [described] = await admin.describeConfigs({ resources: [resource] });
    expect(described?.configs).toMatchObject([{ name: 'retention.ms', value: '123456789' }]);
    const before = await idOf(topic);
    await admin.deleteTopics({ topics: [topic.name] });
    await bus.publish(context, topic, numbered(1));
    expect(await idOf(topic)).not.toBe(before);
  });

  test('a topic that is deleted under a publisher and a reader is made again and read from its first event', async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    const relay = new Relay(context, bus, topic);
    await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(500), soon);
    const acknowledged = relay.acknowledged.length;
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(() => expect(relay.acknowledged.length).toBeGreaterThan(acknowledged + 500), soon);
    await relay.stop();
    const last = relay.acknowledged.slice(acknowledged + 100);
    await vi.waitFor(() => expect(missing(last, reader.values)).toEqual([]), soon);
    expect(stepsOf(reader.events)).toEqual(new Set(['next', 'to the first']));
    expect(await started[0]?.telemetry.metrics.text()).toContain(
      'event_bus_consumer_rebuilds_total{group="readers"} 1',
    );
  });

  test('a topic that is deleted while nobody publishes is made again by its reader', async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(reader.events).toHaveLength(20), soon);
    const before = await idOf(topic);
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(async () => expect(await idOf(topic)).not.toBe(before), soon);
    const { bus: other } = await another();
    await other.publish(context, topic, numbered(20, 20, 20));
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), soon);
  });

  test('one call may publish more than a broker takes at once, in order', async () => {
    const topic = newTopic(1);
    const reader = new Reader(bus, topic);
    const events = numbered(300).map(({ key, value }) => ({ key, value: `${value}:${'x'.repeat(10_000)}` }));
    await bus.publish(context, topic, events);
    await vi.waitFor(() => expect(reader.values).toEqual(valuesOf(events)), soon);
  });

  test('whatever another program writes to the topic, what comes behind it is read', async () => {
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

  test('events that the brokers refuse fail their call alone', async () => {
    const topic = newTopic(1);
    const reader = new Reader(bus, topic);
    const tooLarge = bus.publish(context, topic, [{ key: 'key', value: 'x'.repeat(2_000_000) }]);
    await expect(tooLarge).rejects.toThrow(EventBusFailure);
    await bus.publish(context, topic, numbered(2));
    await vi.waitFor(() => expect(reader.values.slice(-2)).toEqual(valuesOf(numbered(2))), soon);
  });

  test('publishing on a closed bus fails', async () => {
    await bus.close();
    await expect(bus.publish(context, newTopic(), numbered(1))).rejects.toThrow(EventBusFailure);
  });

  test('health and metrics tell what is published, done with, and behind', async () => {
    const topic = newTopic();
    expect(bus.health()).toEqual({ isConnected: false, subscriptions: [] });
    const { opened, open } = gate();
    const reader = new Reader(bus, topic, { group: 'slow', batchMax: 10, before: () => opened });
    await bus.publish(context, topic, numbered(60, 20));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(60), soon);
    expect(bus.health()).toMatchObject({ isConnected: true, subscriptions: [{ group: 'slow', isRunning: true }] });
    const { metrics } = started[0]?.telemetry ?? {};
    expect(await metrics?.text()).toContain('event_bus_lag{group="slow"} 60');
    open();
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(0), soon);
    expect(reader.events).toHaveLength(60);
    const text = await metrics?.text();
    expect(text).toContain('event_bus_consumed_total{group="slow"} 60');
    expect(text).toContain(`event_bus_published_total{topic="${topic.name}"} 60`);
    expect(text).toContain(`event_bus_publish_seconds_count{topic="${topic.name}"} 1`);
    await reader.stop();
    expect(bus.health().subscriptions).toEqual([]);
  });

  test("a batch's span links to the traces of its events, and publishing lies below its caller's", async () => {
    const collector = await startCollector();
    const { bus, telemetry } = await another({ exporterUrl: collector.url });
    const topic = newTopic(1);
    const contexts: CallContext[] = [];
    const reader = new Reader(bus, topic, { before: (_batch, own) => void contexts.push(own) });
    const origin = telemetry.startTrace('origin');
    const publisher = telemetry.startTrace('publisher');
    const { traceparent } = origin;
    await bus.publish({ trace: publisher }, topic, [{ key: 'a', value: 'own', traceparent }, ...numbered(1)]);
    await vi.waitFor(() => expect(reader.events).toHaveLength(2), soon);
    expect(reader.events.map((event) => event.traceparent)).toEqual([traceparent, publisher.traceparent]);
    publisher.end();
    origin.end();
    await bus.close();
    await telemetry.shutdown();
    collector.close();
    const sent = collector.spans.find(({ name }) => name === `send ${topic.name}`);
    expect(sent).toMatchObject({ traceId: publisher.traceId, parentSpanId: spanIdOf(publisher.traceparent), kind: 4 });
    const processed = collector.spans.filter(({ name }) => name === `process ${topic.name}`);
    expect(processed.map(({ traceId }) => traceId)).toEqual(contexts.map(({ trace }) => trace.traceId));
    expect(processed[0]).toMatchObject({ kind: 5 });
    expect(processed.flatMap(({ links = [] }) => links.map(({ traceId }) => traceId))).toEqual([
      origin.traceId,
      publisher.traceId,
    ]);
  });
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly links?: { traceId: string }[];
}

async function startCollector(): Promise<{ url: string; spans: Span[]; close: () => void }> {
  const spans: Span[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      res.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => void server.close(),
  };
}

function spanIdOf(traceparent: string): string | undefined {
  return traceparent.split('-')[2];
}
