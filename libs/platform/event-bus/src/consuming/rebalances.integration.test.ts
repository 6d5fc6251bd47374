import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@rapport/kernel';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBatch, EventBus, TopicDefinition } from '../event-bus.ts';
import { kafkaClientNames } from '../kafka-clients.ts';
import { Reader } from '../testing/reader.ts';
import { keysOutOfOrder, missing, Relay } from '../testing/relay.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from '../testing/test-buses.ts';

/** The values that several readers of a group handled, in one order. */
class Handled {
  readonly values: string[] = [];

  reader(bus: EventBus, topic: TopicDefinition): Reader {
    const before = ({ events }: EventBatch): void => void this.values.push(...valuesOf(events));
    return new Reader(bus, topic, { before, batchMax: 20 });
  }

  /** Waits until so many other events were handled. */
  async more(count = 100): Promise<void> {
    const known = new Set(this.values).size;
    await vi.waitFor(() => expect(new Set(this.values).size).toBeGreaterThan(known + count), soon);
  }

  /** Every acknowledged event was handled, those of a key in their order. */
  async expectAllOf(relay: Relay): Promise<void> {
    await relay.stop();
    await vi.waitFor(() => expect(missing(relay.acknowledged, this.values)).toEqual([]), soon);
    expect(keysOutOfOrder(this.values)).toEqual([]);
  }
}

const partitionsOf = (bus: EventBus): readonly number[] => bus.health().subscriptions[0]?.partitions ?? [];

async function untilShared(...members: EventBus[]): Promise<void> {
  await vi.waitFor(() => {
    const shares = members.map(partitionsOf);
    expect(shares.flat().toSorted((a, b) => a - b)).toEqual([...Array(12).keys()]);
    expect(Math.min(...shares.map(({ length }) => length))).toBe(12 / members.length);
  }, soon);
}

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client);
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('members come and go under load, and no event is lost nor any order', { timeout: 120_000 }, async () => {
    const topic = newTopic();
    const handled = new Handled();
    const relay = new Relay(context, bus, topic);
    handled.reader(bus, topic);
    await handled.more();
    for (let round = 0; round < 2; round += 1) {
      const { bus: second } = await buses.another();
      const { bus: third } = await buses.another();
      const joined = [handled.reader(second, topic), handled.reader(third, topic)];
      await untilShared(bus, second, third);
      await handled.more();
      await Promise.all(joined.map((reader) => reader.stop()));
      await untilShared(bus);
      await handled.more();
    }
    await handled.expectAllOf(relay);
  });

  test('two members swap under load, and no event is lost nor any order', { timeout: 120_000 }, async () => {
    const topic = newTopic();
    const handled = new Handled();
    const { bus: other } = await buses.another();
    const relay = new Relay(context, bus, topic);
    let present = handled.reader(bus, topic);
    await handled.more();
    for (const next of [other, bus, other]) {
      const coming = handled.reader(next, topic);
      await present.stop();
      await untilShared(next);
      await handled.more();
      present = coming;
    }
    await handled.expectAllOf(relay);
  });

  test('a member that is stopped while it joins keeps no partition', { timeout: 120_000 }, async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    const { bus: other } = await buses.another();
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(reader.events).toHaveLength(20), soon);
    for (const joinedMs of [0, 30, 100, 200, 400, 800, 1_200]) {
      const leaving = new Reader(other, topic);
      await delay(joinedMs);
      await leaving.stop();
    }
    await bus.publish(context, topic, numbered(20, 20, 20));
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), soon);
    await untilShared(bus);
  });

  test(
    'the partitions of a member that dies go to the others when its session ends',
    { timeout: 120_000 },
    async () => {
      const topic = newTopic();
      const path = fileURLToPath(new URL('../testing/reader-process.ts', import.meta.url));
      const sessionMs = 6_000;
      const child = fork(path, [client, inject('kafkaUrl'), newId(), JSON.stringify(topic), String(sessionMs)]);
      const received: string[] = [];
      child.on('message', (values: string[]) => received.push(...values));
      await bus.publish(context, topic, numbered(20, 20));
      await vi.waitFor(() => expect(received).toHaveLength(20), soon);
      const survivor = new Reader(bus, topic);
      await vi.waitFor(() => expect(partitionsOf(bus)).toHaveLength(6), soon);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await bus.publish(context, topic, numbered(20, 20, 20));
      await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), survivor.values)).toEqual([]), soon);
      expect(partitionsOf(bus)).toHaveLength(12);
    },
  );
});

describe.each([
  ['platformatic', 'kafkajs'],
  ['kafkajs', 'platformatic'],
] as const)('from %s to %s', (from, to) => {
  const buses = new TestBuses(from);
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('a group that one client left is taken over by the other behind its last event', async () => {
    const topic = newTopic();
    const { bus: other } = await buses.another({ client: to });
    const first = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(50, 20));
    await vi.waitFor(() => expect(first.events).toHaveLength(50), soon);
    await first.stop();
    const second = new Reader(other, topic);
    await other.publish(context, topic, numbered(50, 20, 50));
    await vi.waitFor(() => expect(missing(valuesOf(numbered(50, 20, 50)), second.values)).toEqual([]), soon);
    expect(new Set(second.values)).toEqual(new Set(valuesOf(numbered(50, 20, 50))));
    // Each key has one partition, whichever client published its events.
    const places = [...first.events, ...second.events].map(({ key, partition }) => `${key} ${partition}`);
    expect(new Set(places).size).toBe(20);
  });

  test(
    'members over both clients share a group under load, and the last one has it all',
    { timeout: 120_000 },
    async () => {
      const topic = newTopic();
      const handled = new Handled();
      const { bus: other } = await buses.another({ client: to });
      const relay = new Relay(context, bus, topic);
      const first = handled.reader(bus, topic);
      await handled.more();
      handled.reader(other, topic);
      await untilShared(bus, other);
      await handled.more();
      await first.stop();
      await untilShared(other);
      await handled.more();
      await handled.expectAllOf(relay);
    },
  );
});
