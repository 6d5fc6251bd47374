import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';
import { kafkaClientNames } from './kafka-clients.ts';
import { Reader } from './testing/reader.ts';
import { keysOutOfOrder } from './testing/relay.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from './testing/test-buses.ts';

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client, inject('kafkaUrl'));
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('events of one key stay in one partition and come in the order of their publishing', async () => {
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

  test('a key has the partition that every Kafka client gives it', async () => {
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

  test('one call may publish more than a broker takes at once, and the events keep their order', async () => {
    const topic = newTopic(1);
    const reader = new Reader(bus, topic);
    const events = numbered(300).map(({ key, value }) => ({ key, value: `${value}:${'x'.repeat(10_000)}` }));
    await bus.publish(context, topic, events);
    await vi.waitFor(() => expect(reader.values).toEqual(valuesOf(events)), soon);
  });

  test('events that the brokers refuse fail the call that published them and no other call', async () => {
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
});
