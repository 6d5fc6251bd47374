import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { times } from '@rapport/config';
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
  const buses = new TestBuses(client, inject('kafkaUrl'));
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test.each(kafkaClientNames)(
    'members over %s come and go under load, the last ones have it all, and no event is lost nor any order',
    { timeout: 120_000 },
    async (theirs) => {
      const topic = newTopic();
      const handled = new Handled();
      const relay = new Relay(bus, topic);
      const first = handled.reader(bus, topic);
      await handled.more();
      const { bus: second } = await buses.another({ client: theirs });
      const { bus: third } = await buses.another({ client: theirs });
      for (const isLast of [false, true]) {
        const joined = [handled.reader(second, topic), handled.reader(third, topic)];
        await untilShared(bus, second, third);
        await handled.more();
        await Promise.all((isLast ? [first] : joined).map((reader) => reader.stop()));
        await (isLast ? untilShared(second, third) : untilShared(bus));
        await handled.more();
      }
      await handled.expectAllOf(relay);
    },
  );

  test('a member that is stopped while it joins keeps no partition', { timeout: 120_000 }, async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    const { bus: other } = await buses.another();
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(reader.events).toHaveLength(20), soon);
    for (const joinedMs of [1_200, 800, 400, 200, 100, 30, 0]) {
      const leaving = new Reader(other, topic);
      await delay(joinedMs);
      await leaving.stop();
    }
    await bus.publish(context, topic, numbered(20, 20, 20));
    // The group waits for a member that did not leave until its session ends.
    const sooner = { timeout: times.kafkaSessionMs - 3_000 };
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), sooner);
    await untilShared(bus);
  });

  test.each([
    ['to a member that stayed', true],
    ['to a member that comes afterwards', false],
  ])('the partitions of a process that is killed go %s within 25 s', { timeout: 120_000 }, async (_, isThere) => {
    const topic = newTopic();
    const path = fileURLToPath(new URL('../testing/reader-process.ts', import.meta.url));
    const child = fork(path, [client, inject('kafkaUrl'), JSON.stringify(topic)]);
    const received: string[] = [];
    child.on('message', (values: string[]) => received.push(...values));
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(received).toHaveLength(20), soon);
    let successor = isThere ? new Reader(bus, topic) : undefined;
    if (isThere) {
      await vi.waitFor(() => expect(partitionsOf(bus)).toHaveLength(6), soon);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    successor ??= new Reader(bus, topic);
    await bus.publish(context, topic, numbered(20, 20, 20));
    const values = valuesOf(numbered(20, 20, 20));
    await vi.waitFor(() => expect(missing(values, successor.values)).toEqual([]), { timeout: 25_000, interval: 20 });
  });
});
