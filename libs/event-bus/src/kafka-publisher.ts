import { compatibilityPartitioner, Producer, stringSerializers, type MessageToProduce } from '@platformatic/kafka';
import type { CallContext } from '@rapport/kernel';
import type { Logger } from '@rapport/telemetry';
import { within } from './deadline.ts';
import type { OutgoingEvent, TopicDefinition } from './event-bus.ts';
import { EventBusFailure } from './event-bus-failure.ts';
import { clientOptions, type KafkaConnection } from './kafka-connection.ts';
import { isTopicGone } from './kafka-failures.ts';
import type { KafkaTopics } from './kafka-topics.ts';

type StringProducer = Producer<string, string, string, string>;
type Message = MessageToProduce<string, string, string, string>;

/**
 * Sends events with one idempotent producer, one call after the other: it numbers what it sends to each partition, and
 * calls that failed side by side would leave it with numbers that the brokers did not see.
 */
export class KafkaPublisher {
  readonly #connection: KafkaConnection;
  readonly #topics: KafkaTopics;
  readonly #logger: Logger;
  #producer: StringProducer | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(connection: KafkaConnection, topics: KafkaTopics, logger: Logger) {
    this.#connection = connection;
    this.#topics = topics;
    this.#logger = logger;
  }

  async publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void> {
    if (events.length === 0) {
      return;
    }
    if (this.#waiting >= waitingMax) {
      throw new EventBusFailure(`${waitingMax} calls wait for the brokers already.`);
    }
    const until = performance.now() + this.#connection.times.publishMs;
    const messages = messagesOf(context, topic, events);
    this.#waiting += 1;
    const sent = this.#last
      .then(() => this.#send(context, topic, messages, until))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#discard();
  }

  /** A producer is not used again after a failure, because it may go on trying what the caller was told has failed. */
  async #send(context: CallContext, topic: TopicDefinition, messages: Message[], until: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        await this.#attempt(context, topic, messages, until);
        this.#connection.heard(true);
        return;
      } catch (error) {
        void this.#discard();
        this.#topics.forget(topic.name);
        if (!isTopicGone(error) || attempts === attemptsMax) {
          this.#connection.heard(false);
          throw new EventBusFailure(`${messages.length} events were not acknowledged.`, error);
        }
        const { traceId } = context.trace;
        this.#logger.warn({ traceId, topic: topic.name, error }, 'a topic is gone; it is made again');
      }
    }
  }

  async #attempt(context: CallContext, topic: TopicDefinition, messages: Message[], until: number): Promise<void> {
    await within(this.#remaining(until), 'Finding the topic', this.#topics.ensure(context, topic));
    const remaining = this.#remaining(until);
    this.#producer ??= this.#create();
    await within(remaining, 'Publishing', this.#producer.send({ messages }));
  }

  #remaining(until: number): number {
    const remaining = until - performance.now();
    if (this.#isClosed || remaining <= 0) {
      throw new EventBusFailure(this.#isClosed ? 'The event bus is closed.' : 'There was no time left to publish.');
    }
    return remaining;
  }

  #create(): StringProducer {
    const { times } = this.#connection;
    return new Producer({
      ...clientOptions(this.#connection),
      requestTimeout: times.publishAttemptMs,
      timeout: times.publishAttemptMs,
      idempotent: true,
      acks: -1,
      partitioner: compatibilityPartitioner,
      serializers: stringSerializers,
    });
  }

  async #discard(): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    if (producer) {
      await within(this.#connection.times.closeMs, 'Closing a producer', producer.close(true)).catch(() => undefined);
    }
  }
}

const waitingMax = 64;
const attemptsMax = 2;

function messagesOf({ trace }: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Message[] {
  return events.map(({ key, value, traceparent = trace.traceparent }) => ({
    topic: topic.name,
    key,
    value,
    headers: { traceparent },
  }));
}
