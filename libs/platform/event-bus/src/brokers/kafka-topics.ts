import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import { within } from '../deadline.ts';
import type { TopicDefinition } from '../event-bus.ts';
import {
  retryMs,
  type DescribedTopic,
  type KafkaAdmin,
  type KafkaClient,
  type KafkaConnection,
} from './kafka-client.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import { isForbidden, isRefusal, isTopicThere } from './kafka-failures.ts';

/** Finds topics, and makes the missing ones. */
export class KafkaTopics {
  readonly #client: KafkaClient;
  readonly #connection: KafkaConnection;
  readonly #ids = new Map<string, string>();
  #isClosed = false;

  constructor(client: KafkaClient, connection: KafkaConnection) {
    this.#client = client;
    this.#connection = connection;
  }

  /** The id of the topic, once each of its partitions has a leader. */
  async ensure(context: CallContext, topic: TopicDefinition, timeoutMs: number): Promise<string> {
    const known = this.#ids.get(topic.name);
    if (known !== undefined) {
      return known;
    }
    return this.find(context, topic, timeoutMs);
  }

  /** As `ensure`, but always asks the brokers. */
  async find(context: CallContext, topic: TopicDefinition, timeoutMs: number = times.kafkaPublishMs): Promise<string> {
    const admin = this.#client.admin(this.#connection);
    let lastFailure: unknown;
    const attempts = this.#wait(context, admin, topic, performance.now() + timeoutMs, (failure) => {
      lastFailure = failure;
    });
    try {
      const found = await within(timeoutMs, `Finding the topic ${topic.name}`, attempts, () => lastFailure);
      this.#connection.heard(true);
      this.#ids.set(topic.name, found.id);
      return found.id;
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
    this.#isClosed = true;
  }

  /** Forgets the id of a topic that may be gone. */
  forget(topic: string): void {
    this.#ids.delete(topic);
  }

  /**
   * Asks until the topic is there. A topic that was just made or is being deleted appears in some answers of the
   * brokers only, and brokers that are away may come back.
   */
  async #wait(
    context: CallContext,
    admin: KafkaAdmin,
    topic: TopicDefinition,
    until: number,
    onFailure: (failure: unknown) => void,
  ): Promise<DescribedTopic> {
    for (;;) {
      try {
        const found = await this.#findOrMake(context, admin, topic);
        if (found) {
          return found;
        }
      } catch (error) {
        this.#connection.heard(isRefusal(error));
        if (isForbidden(error)) {
          const command = this.#commandFor(topic);
          throw new EventBusFailure(
            `The login may not see the topic or make it. Give it the rights, and make it with: ${command}`,
            error,
          );
        }
        if (this.#isClosed || performance.now() + retryMs > until) {
          throw error;
        }
        onFailure(error);
        await delay(retryMs);
      }
      await delay(pollMs);
    }
  }

  async #findOrMake(
    context: CallContext,
    admin: KafkaAdmin,
    topic: TopicDefinition,
  ): Promise<DescribedTopic | undefined> {
    const found = await admin.describe(topic.name);
    if (found === undefined) {
      await this.#make(context, admin, topic);
    } else if (found.leaders.every((leader) => leader >= 0)) {
      this.#warnOfPartitions(context, topic, found);
      return found;
    }
    return undefined;
  }

  async #make(context: CallContext, admin: KafkaAdmin, topic: TopicDefinition): Promise<void> {
    try {
      await admin.make(topic);
      const { name, partitions } = topic;
      this.#connection.logger.info({ traceId: context.trace.traceId, topic: name, partitions }, 'a topic was made');
    } catch (error) {
      if (!isTopicThere(error)) {
        throw error;
      }
    }
  }

  #commandFor({ name, partitions, settings = {} }: TopicDefinition): string {
    const configs = Object.entries(settings).map(([setting, value]) => ` --config ${setting}=${value}`);
    const [broker] = this.#connection.brokers;
    return `kafka-topics.sh --bootstrap-server ${broker} --create --topic ${name} --partitions ${partitions}${configs.join('')}`;
  }

  #warnOfPartitions({ trace }: CallContext, topic: TopicDefinition, found: DescribedTopic): void {
    if (found.leaders.length !== topic.partitions) {
      const fields = { topic: topic.name, partitions: found.leaders.length, wanted: topic.partitions };
      this.#connection.logger.warn({ traceId: trace.traceId, ...fields }, 'a topic has another number of partitions');
    }
  }
}

const pollMs = 50;
