import type { CallContext } from '@rapport/kernel';
import { inSpan, RecurringFailure, type Logger, type Metrics, type Telemetry } from '@rapport/telemetry';
import type { KafkaClient, KafkaConnection } from './brokers/kafka-client.ts';
import { KafkaTopics } from './brokers/kafka-topics.ts';
import { KafkaSubscription } from './consuming/kafka-subscription.ts';
import {
  EventBus,
  type EventBusHealth,
  type OutgoingEvent,
  type RunningSubscription,
  type Subscription,
  type TopicDefinition,
} from './event-bus.ts';
import { EventBusMetrics } from './event-bus-metrics.ts';
import type { KafkaAccess } from './kafka-access.ts';
import { KafkaPublisher } from './kafka-publisher.ts';

export interface KafkaEventBusOptions {
  readonly client: KafkaClient;
  readonly access: KafkaAccess;
  readonly clientId: string;
  /** Tells the process from all others with this client id. */
  readonly instance: string | number;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
}

/** The event bus over Kafka. */
export class KafkaEventBus extends EventBus {
  readonly #options: KafkaEventBusOptions;
  readonly #connection: KafkaConnection;
  readonly #topics: KafkaTopics;
  readonly #publisher: KafkaPublisher;
  readonly #metrics: EventBusMetrics;
  readonly #failure: RecurringFailure;
  readonly #subscriptions = new Set<KafkaSubscription>();
  #isConnected = false;

  constructor(options: KafkaEventBusOptions) {
    super();
    const { client, access, clientId, instance, logger, metrics } = options;
    this.#options = options;
    this.#failure = new RecurringFailure(logger);
    this.#connection = {
      ...access,
      clientId: `${clientId}-${instance}`,
      logger,
      heard: (isConnected) => {
        this.#isConnected = isConnected;
      },
    };
    this.#topics = new KafkaTopics(client, this.#connection);
    this.#publisher = new KafkaPublisher(client, this.#connection, this.#topics);
    this.#metrics = new EventBusMetrics(metrics, () => this.health().subscriptions);
  }

  async publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void> {
    const labels = { topic: topic.name };
    const attributes = {
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.destination.name': topic.name,
      'messaging.batch.message_count': events.length,
    };
    const began = performance.now();
    this.#metrics.publishFailures.inc(labels, 0);
    const send = (): Promise<void> => this.#publisher.publish(context, this.#named(topic), events);
    try {
      await inSpan(context.trace, `send ${topic.name}`, attributes, send, 'producer');
      this.#metrics.published.inc(labels, events.length);
      this.#failure.over();
    } catch (error) {
      this.#metrics.publishFailures.inc(labels);
      const fields = { traceId: context.trace.traceId, topic: topic.name, events: events.length, error };
      this.#failure.warn(fields, 'events were not published');
      throw error;
    } finally {
      this.#metrics.publishSeconds.observe(labels, (performance.now() - began) / 1_000);
    }
  }

  subscribe(subscription: Subscription): RunningSubscription {
    this.#metrics.begin(subscription.group);
    const running = new KafkaSubscription({
      client: this.#options.client,
      subscription: {
        topic: this.#named(subscription.topic),
        group: subscription.group,
        batchMax: subscription.batchMax,
        handle: (context, batch) => subscription.handle(context, batch),
      },
      connection: this.#connection,
      // All members of a group must read one topic.
      groupId: `${this.#connection.prefix ?? ''}${subscription.group}.${subscription.topic.name}`,
      topics: this.#topics,
      telemetry: this.#options.telemetry,
      metrics: this.#metrics,
    });
    this.#subscriptions.add(running);
    return {
      stop: async () => {
        await running.stop();
        this.#subscriptions.delete(running);
      },
    };
  }

  #named(topic: TopicDefinition): TopicDefinition {
    return { ...topic, name: `${this.#connection.prefix ?? ''}${topic.name}` };
  }

  health(): EventBusHealth {
    const subscriptions = [...this.#subscriptions].map((subscription) => subscription.health());
    return { isConnected: this.#isConnected, subscriptions };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    this.#subscriptions.clear();
    await this.#publisher.close();
    this.#topics.close();
  }
}
