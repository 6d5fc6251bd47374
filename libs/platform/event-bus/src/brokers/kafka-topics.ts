import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { pause, unlessAborted } from '../deadline.ts';
import type { TopicDefinition } from '../event-bus.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import { retryMs, type KafkaAdmin, type KafkaClient, type KafkaConnection } from './kafka-client.ts';
import { isForbidden } from './kafka-failures.ts';

/** Finds topics, and makes the missing ones. */
export class KafkaTopics {
  readonly #client: KafkaClient;
  readonly #connection: KafkaConnection;
  readonly #known = new Set<string>();
  readonly #closing = new AbortController();

  constructor(client: KafkaClient, connection: KafkaConnection) {
    this.#client = client;
    this.#connection = connection;
  }

  /** Settles once each partition of the topic has a leader. It asks no broker for a topic that it has found before. */
  async ensure(context: CallContext, topic: TopicDefinition, timeoutMs: number): Promise<void> {
    if (!this.#known.has(topic.name)) {
      await this.find(context, topic, timeoutMs);
    }
  }

  /** As `ensure`, but always asks the brokers. */
  async find(context: CallContext, topic: TopicDefinition, timeoutMs: number = times.kafkaPublishMs): Promise<void> {
    const end = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(Math.ceil(timeoutMs))]);
    const admin = this.#client.admin(this.#connection);
    try {
      await this.#untilThere(context, admin, topic, end);
      this.#known.add(topic.name);
      this.#connection.heard(true);
    } catch (error) {
      this.#connection.heard(false);
      throw error;
    } finally {
      // A client of a frozen broker closes when the broker thaws, and no caller has to wait for that.
      admin.close().catch(() => undefined);
    }
  }

  /** Ends the waiting for topics. */
  close(): void {
    this.#closing.abort();
  }

  /** Forgets a topic that may be gone. */
  forget(topic: string): void {
    this.#known.delete(topic);
  }

  /**
   * Asks again and again. A topic that was just made or is being deleted appears in some answers of the brokers only, and
   * brokers that are away may come back.
   */
  async #untilThere(context: CallContext, admin: KafkaAdmin, topic: TopicDefinition, end: AbortSignal): Promise<void> {
    let failure: unknown;
    while (!end.aborted) {
      try {
        if (await unlessAborted(end, this.#findOrMake(context, admin, topic))) {
          return;
        }
      } catch (error) {
        if (isForbidden(error)) {
          throw new EventBusFailure(this.#adviceOn(topic), error);
        }
        failure = error;
      }
      await pause(retryMs, end);
    }
    throw new EventBusFailure(`Finding the topic ${topic.name} took too long.`, failure);
  }

  /** Whether the topic is there with all its leaders. */
  async #findOrMake(context: CallContext, admin: KafkaAdmin, topic: TopicDefinition): Promise<boolean> {
    const { logger } = this.#connection;
    const { name, partitions } = topic;
    const fields = { traceId: context.trace.traceId, topic: name, partitions };
    const leaders = await admin.leaders(name);
    if (leaders === undefined) {
      logger.info(fields, 'a topic is missing; it is made');
      await admin.make(topic);
    } else if (leaders.length !== partitions) {
      logger.warn(
        { ...fields, partitions: leaders.length, wanted: partitions },
        'a topic has another number of partitions',
      );
    }
    return leaders?.every((leader) => leader >= 0) ?? false;
  }

  #adviceOn({ name, partitions, settings = {} }: TopicDefinition): string {
    const configs = Object.entries(settings).map(([setting, value]) => ` --config ${setting}=${value}`);
    const [broker] = this.#connection.brokers;
    const command = `kafka-topics.sh --bootstrap-server ${broker} --create --topic ${name} --partitions ${partitions}${configs.join('')}`;
    return `The login may not see the topic or make it. Give it the rights, and make it with: ${command}`;
  }
}
