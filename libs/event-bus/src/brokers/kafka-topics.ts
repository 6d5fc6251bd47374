import { setTimeout as delay } from 'node:timers/promises';
import { Admin, type ClusterTopicMetadata } from '@platformatic/kafka';
import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import type { Logger } from '@rapport/telemetry';
import { within } from '../deadline.ts';
import type { TopicDefinition } from '../event-bus.ts';
import { clientOptions, retryMs, type KafkaConnection } from './kafka-connection.ts';
import { isRefusal, isTopicGone, isTopicThere } from './kafka-failures.ts';

/** Finds topics, and makes the missing ones. */
export class KafkaTopics {
  readonly #connection: KafkaConnection;
  readonly #logger: Logger;
  readonly #ids = new Map<string, string>();
  #isClosed = false;

  constructor(connection: KafkaConnection, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
  }

  /** The id of the topic, once each of its partitions has a leader. */
  async ensure(context: CallContext, topic: TopicDefinition): Promise<string> {
    const known = this.#ids.get(topic.name);
    if (known !== undefined) {
      return known;
    }
    return this.find(context, topic);
  }

  /** As `ensure`, but always asks the brokers. */
  async find(context: CallContext, topic: TopicDefinition): Promise<string> {
    const admin = new Admin({ ...clientOptions(this.#connection), requestTimeout: times.kafkaRequestMs, retries: 0 });
    try {
      const until = performance.now() + times.kafkaPublishMs;
      const found = await within(
        times.kafkaPublishMs,
        `Finding the topic ${topic.name}`,
        this.#wait(context, admin, topic, until),
      );
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
    admin: Admin,
    topic: TopicDefinition,
    until: number,
  ): Promise<ClusterTopicMetadata> {
    for (;;) {
      try {
        const found = await this.#findOrMake(context, admin, topic);
        if (found) {
          return found;
        }
      } catch (error) {
        this.#connection.heard(isRefusal(error));
        if (this.#isClosed || performance.now() + retryMs > until) {
          throw error;
        }
        await delay(retryMs);
      }
      await delay(pollMs);
    }
  }

  async #findOrMake(
    context: CallContext,
    admin: Admin,
    topic: TopicDefinition,
  ): Promise<ClusterTopicMetadata | undefined> {
    const found = await describe(admin, topic.name);
    if (found === undefined) {
      await this.#make(context, admin, topic);
    } else if (found.partitions.every(({ leader }) => leader >= 0)) {
      this.#warnOfPartitions(context, topic, found);
      return found;
    }
    return undefined;
  }

  async #make(context: CallContext, admin: Admin, { name, partitions, settings = {} }: TopicDefinition): Promise<void> {
    const configs = Object.entries(settings).map(([setting, value]) => ({ name: setting, value }));
    try {
      await admin.createTopics({ topics: [name], partitions, configs });
      this.#logger.info({ traceId: context.trace.traceId, topic: name, partitions }, 'a topic was made');
    } catch (error) {
      if (!isTopicThere(error)) {
        throw error;
      }
    }
  }

  #warnOfPartitions({ trace }: CallContext, topic: TopicDefinition, found: ClusterTopicMetadata): void {
    if (found.partitionsCount !== topic.partitions) {
      const fields = { topic: topic.name, partitions: found.partitionsCount, wanted: topic.partitions };
      this.#logger.warn({ traceId: trace.traceId, ...fields }, 'a topic has another number of partitions');
    }
  }
}

const pollMs = 50;

async function describe(admin: Admin, topic: string): Promise<ClusterTopicMetadata | undefined> {
  try {
    const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true, retries: 0 });
    return topics.get(topic);
  } catch (error) {
    if (isTopicGone(error)) {
      return undefined;
    }
    throw error;
  }
}
