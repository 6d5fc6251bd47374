import { Admin, ConfigResourceTypes } from '@platformatic/kafka';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus, TopicDefinition } from '../event-bus.ts';
import { kafkaClientNames } from '../kafka-clients.ts';
import { Reader } from '../testing/reader.ts';
import { missing, Relay } from '../testing/relay.ts';
import { context, newTopic, numbered, soon, TestBuses, valuesOf } from '../testing/test-buses.ts';

const admin = new Admin({ clientId: 'test-administrator', bootstrapBrokers: [new URL(inject('kafkaUrl')).host] });

afterAll(() => admin.close());

/** Fails while the topic is not there. */
async function idOf({ name }: TopicDefinition): Promise<string | undefined> {
  return (await admin.metadata({ topics: [name], forceUpdate: true, retries: 0 })).topics.get(name)?.id;
}

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client, inject('kafkaUrl'));
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
    // The call that finds the topic gone may fail.
    await vi.waitFor(() => bus.publish(context, topic, numbered(1)), soon);
    expect(await idOf(topic)).not.toBe(before);
  });

  test('a topic that is missing is made once by two processes that publish at the same time', async () => {
    const topic = newTopic();
    const { bus: other } = await buses.another();
    await Promise.all([bus, other].map((one) => one.publish(context, topic, numbered(1))));
    const reader = new Reader(bus, topic);
    await vi.waitFor(() => expect(reader.events).toHaveLength(2), soon);
  });

  test('a topic that is deleted while a publisher and a reader use it is made again, and its events are read', async () => {
    const topic = newTopic();
    const reader = new Reader(bus, topic);
    const relay = new Relay(bus, topic);
    await vi.waitFor(() => expect(reader.events.length).toBeGreaterThan(500), soon);
    const before = await idOf(topic);
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(async () => expect(await idOf(topic)).not.toBe(before), soon);
    await relay.stop();
    const last = numbered(100, 20, 1_000_000);
    await bus.publish(context, topic, last);
    await vi.waitFor(() => expect(missing(valuesOf(last), reader.values)).toEqual([]), soon);
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
    // An offset of the topic that is gone may leave out the first ones.
    await other.publish(context, topic, numbered(20, 20, 20));
    await other.publish(context, topic, numbered(20, 20, 40));
    await vi.waitFor(() => expect(missing(valuesOf(numbered(20, 20, 40)), reader.values)).toEqual([]), soon);
  });

  test('an offset that is committed late, for a topic that was deleted, holds up no later event of the next one', async () => {
    const topic = newTopic(1);
    const [begun, goOn] = [buses.gate(), buses.gate()];
    const reader = new Reader(bus, topic, {
      before: () => {
        begun.open();
        return goOn.opened;
      },
    });
    await bus.publish(context, topic, numbered(10));
    await begun.opened;
    await admin.deleteTopics({ topics: [topic.name] });
    await vi.waitFor(() => expect(idOf(topic)).rejects.toThrow(), soon);
    const { bus: other } = await buses.another();
    for (const events of [numbered(3, 1, 100), numbered(20, 1, 200)]) {
      await other.publish(context, topic, events);
      goOn.open();
      await vi.waitFor(() => expect(missing(valuesOf(events), reader.values)).toEqual([]), soon);
    }
  });
});
