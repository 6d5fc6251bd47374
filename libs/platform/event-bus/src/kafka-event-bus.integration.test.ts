import type { CallContext } from '@rapport/kernel';
import { startSpanCollector } from '@rapport/local-servers/span-collector';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { EventBus } from './event-bus.ts';
import { kafkaClientNames } from './kafka-clients.ts';
import { Reader } from './testing/reader.ts';
import { context, newTopic, numbered, soon, TestBuses } from './testing/test-buses.ts';

describe.each(kafkaClientNames)('over %s', (client) => {
  const buses = new TestBuses(client, inject('kafkaUrl'));
  let bus: EventBus;

  beforeEach(async () => {
    bus = await buses.start();
  });

  afterEach(() => buses.close());

  test('health and metrics count the events that are published, handled and behind', async () => {
    const topic = newTopic();
    expect(bus.health()).toEqual({ isConnected: false, subscriptions: [] });
    const { opened, open } = buses.gate();
    const reader = new Reader(bus, topic, { group: 'slow', batchMax: 10, before: () => opened });
    await bus.publish(context, topic, numbered(60, 20));
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(60), soon);
    expect(bus.health()).toMatchObject({ isConnected: true, subscriptions: [{ group: 'slow', isRunning: true }] });
    const { metrics } = buses.first.telemetry;
    expect(await metrics.text()).toContain('event_bus_lag{group="slow"} 60');
    open();
    await vi.waitFor(() => expect(bus.health().subscriptions[0]?.lag).toBe(0), soon);
    expect(reader.events).toHaveLength(60);
    const text = await metrics.text();
    expect(text).toContain('event_bus_consumed_total{group="slow"} 60');
    expect(text).toContain(`event_bus_published_total{topic="${topic.name}"} 60`);
    expect(text).toContain(`event_bus_publish_seconds_count{topic="${topic.name}"} 1`);
    await reader.stop();
    expect(bus.health().subscriptions).toEqual([]);
  });

  test("the span of a batch links to the traces of its events, and the span of a publish lies below its caller's", async () => {
    const collector = await startSpanCollector();
    const { bus, telemetry } = await buses.another({ exporterUrl: collector.url });
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
    await collector.stop();
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

function spanIdOf(traceparent: string): string | undefined {
  return traceparent.split('-')[2];
}
