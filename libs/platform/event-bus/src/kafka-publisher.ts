import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import type { KafkaClient, KafkaConnection, KafkaProducer, OutgoingMessage } from './brokers/kafka-client.ts';
import type { KafkaTopics } from './brokers/kafka-topics.ts';
import { within } from './deadline.ts';
import type { OutgoingEvent, TopicDefinition } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';

/**
 * Sends events with one idempotent producer, one call after the other. The producer numbers the messages of each
 * partition, and calls that fail side by side would leave it with numbers that the brokers never saw.
 */
export class KafkaPublisher {
  readonly #client: KafkaClient;
  readonly #connection: KafkaConnection;
  readonly #topics: KafkaTopics;
  #producer: KafkaProducer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(client: KafkaClient, connection: KafkaConnection, topics: KafkaTopics) {
    this.#client = client;
    this.#connection = connection;
    this.#topics = topics;
  }

  async publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) {
      return;
    }
    if (this.#waiting >= waitingMax) {
      throw new EventBusFailure(`${waitingMax} calls wait for the brokers already.`);
    }
    const until = performance.now() + times.kafkaPublishMs;
    const portions = portionsOf(messagesOf(context, events));
    this.#waiting += 1;
    const sent = this.#last
      .then(() => this.#send(context, topic, portions, until))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  /** The calls under way get a moment more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await within(times.kafkaCloseMs, 'The last publishing', this.#last).catch(() => undefined);
    await this.#discard();
  }

  /** A producer is not used again after a failure: it may go on with attempts that the caller knows as failed. */
  async #send(
    context: CallContext,
    topic: TopicDefinition,
    portions: readonly OutgoingMessage[][],
    until: number,
  ): Promise<void> {
    try {
      await this.#topics.ensure(context, topic, this.#remaining(until));
      for (const messages of portions) {
        const remaining = this.#remaining(until);
        this.#producer ??= this.#client.producer(this.#connection);
        await within(remaining, 'Publishing', this.#producer.send(topic.name, messages));
      }
      this.#connection.heard(true);
    } catch (error) {
      void this.#discard();
      this.#topics.forget(topic.name);
      this.#connection.heard(false);
      throw new EventBusFailure('The events were not acknowledged.', error);
    }
  }

  #remaining(until: number): number {
    const remaining = until - performance.now();
    if (this.#isClosed || remaining <= 0) {
      throw new EventBusFailure(this.#isClosed ? 'The event bus is closed.' : 'There was no time left to publish.');
    }
    return remaining;
  }

  async #discard(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    if (producer) {
      await within(times.kafkaCloseMs, 'Closing a producer', producer.close()).catch(() => undefined);
    }
  }
}

const waitingMax = 64;

function messagesOf({ trace }: CallContext, events: readonly OutgoingEvent[]): OutgoingMessage[] {
  return events.map(({ key, value, traceparent = trace.traceparent }) => ({
    key: Buffer.from(key),
    value: Buffer.from(value),
    traceparent: Buffer.from(traceparent),
  }));
}

/** The messages in their order, in portions that a broker takes even where all of one goes to one partition. */
function portionsOf(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const portions: OutgoingMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = message.key.length + message.value.length + overheadBytes;
    if (bytes + size > portionBytesMax) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(message);
    bytes += size;
  }
  return portions;
}

/** The bytes of a message beside its key and its value: its trace, lengths and times. */
const overheadBytes = 100;
/** Below 1,048,588, which a broker takes at once for a partition by default. */
const portionBytesMax = 1_000_000;
