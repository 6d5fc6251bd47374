import { setTimeout as delay } from 'node:timers/promises';
import { Admin, ConfigResourceTypes } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { newId } from '@rapport/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus, ReceivedEvent, TopicDefinition } from '../event-bus.ts';
import { kafkaClient, kafkaClientNames } from '../kafka-clients.ts';
import { Reader } from '../testing/reader.ts';
import { missing, Relay } from '../testing/relay.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from '../testing/test-buses.ts';
import { isTopicGone } from './kafka-failures.ts';

const admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(inject('kafkaUrl')).host] });

afterAll(() => admin.close());

/** Fails while the topic is not there. */
async function idOf({ name }: TopicDefinition): Promise<string | undefined> {
  return (await admin.metadata({ topics: [name], forceUpdate: true, retries: 0 })).topics.get(name)?.id;
}

/** The kinds of steps between consecutive offsets of a partition. */
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

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client);
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('a missing topic is made with its partitions and its settings, and is made again when it was deleted', async () => {
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
    // The controller answers before the brokers know.
    await vi.waitFor(() => expect(idOf(topic)).rejects.toThrow(), soon);
    await bus.publish(context, topic, numbered(1));
    expect(await idOf(topic)).not.toBe(before);
  });

  test('a topic that is deleted while a publisher and a reader use it is made again and read from its first event', async () => {
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
    expect(await buses.first.telemetry.metrics.text()).toContain(
      'event_bus_consumer_rebuilds_total{group="readers"} 1',
    );
  });

  test('a topic that is deleted while no process publishes is made again by its reader', async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    await bus.publish(context, topic, numbered(20, 20));
    await vi.waitFor(() => expect(reader.events).toHaveLength(20), soon);
    const before = await idOf(topic);
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(async () => expect(await idOf(topic)).not.toBe(before), soon);
    const { bus: other } = await buses.another();
    await other.publish(context, topic, numbered(20, 20, 20));
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 20)), reader.values)).toEqual([]), soon);
  });
  test('offsets that are committed late for a topic that was deleted leave out no event of the next one', async () => {
    const topic = newTopic(1);
    const [begun, goOn] = [buses.gate(), buses.gate()];
    const seen: string[] = [];
    let batches = 0;
    bus.subscribe({
      topic,
      group: 'readers',
      batchMax: 100,
      handle: async (_context, batch) => {
        batches += 1;
        if (batches > 1) {
          seen.push(...valuesOf(batch.events));
          return;
        }
        begun.open();
        await goOn.opened;
        await batch.commit();
        // The brokers get the offsets meanwhile.
        await delay(4 * times.kafkaCommitMs);
      },
    });
    await bus.publish(context, topic, numbered(10));
    await begun.opened;
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(() => expect(idOf(topic)).rejects.toThrow(), soon);
    const { bus: other } = await buses.another();
    await other.publish(context, topic, numbered(20, 1, 100));
    goOn.open();
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 1, 100)), seen)).toEqual([]), soon);
  });
  test('a reader that has no room while its topic is made again leaves out no event of the next one', async () => {
    const topic = newTopic(1);
    const [begun, goOn] = [buses.gate(), buses.gate()];
    const reader = new Reader(bus, topic, {
      batchMax: 5,
      before: () => {
        begun.open();
        return goOn.opened;
      },
    });
    await bus.publish(context, topic, numbered(1));
    await begun.opened;
    await bus.publish(context, topic, numbered(10, 1, 1));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(11), soon);
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(() => expect(idOf(topic)).rejects.toThrow(), soon);
    const { bus: other } = await buses.another();
    await other.publish(context, topic, numbered(30, 1, 100));
    goOn.open();
    await vi.waitFor(() => expect(missing(valuesOf(numbered(30, 1, 100)), reader.values)).toEqual([]), soon);
  });
  test('a member gets no events for a topic that is gone, also where another topic has the name', async () => {
    const topic = newTopic(1);
    await bus.publish(context, topic, numbered(1));
    const topicId = (await idOf(topic)) ?? '';
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(() => expect(idOf(topic)).rejects.toThrow(), soon);
    await bus.publish(context, topic, numbered(20));
    const ignore = (): void => undefined;
    const { logger } = buses.first.telemetry;
    const brokers = [new URL(inject('kafkaUrl')).host];
    const member = (await kafkaClient(client)).member({
      connection: { brokers, clientId: 'test', logger, heard: ignore },
      ...{ group: newId(), topic: topic.name, topicId, onRebalance: ignore, onLost: ignore },
    });
    await member.join();
    const connections = member.connections(ignore);
    const node = (await member.describe())?.leaders[0] ?? -1;
    const failure: unknown = await connections.fetch(node, new Map([[0, 5n]])).catch((error: unknown) => error);
    expect(isTopicGone(failure)).toBe(true);
    connections.close();
    await member.close();
  });
});
