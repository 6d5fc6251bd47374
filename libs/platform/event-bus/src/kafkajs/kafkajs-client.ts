import kafkajs, { type Admin, type Producer } from 'kafkajs';
import { times } from '@rapport/config';
import type {
  KafkaAdmin,
  KafkaClient,
  KafkaConnection,
  KafkaProducer,
  OutgoingMessage,
} from '../brokers/kafka-client.ts';
import { isTopicGone } from '../brokers/kafka-failures.ts';
import type { TopicDefinition } from '../event-bus.ts';
import { kafkaOf, retry } from './kafkajs-instance.ts';
import { KafkaJsMember } from './kafkajs-member.ts';

/** The bus over kafkajs. */
export const kafkaJsClient: KafkaClient = {
  producer: (connection) => new KafkaJsProducer(connection),
  admin: (connection) => new KafkaJsAdmin(connection),
  member: (options) => new KafkaJsMember(options),
};

class KafkaJsProducer implements KafkaProducer {
  readonly #producer: Producer;
  #isClosed = false;

  constructor(connection: KafkaConnection) {
    this.#producer = kafkaOf(connection).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry,
      createPartitioner: () => {
        const partitionOf = kafkajs.Partitioners.DefaultPartitioner();
        return (args) => {
          // kafkajs goes on with its attempts after it was closed, and looks for the partitions at each.
          if (this.#isClosed) {
            throw new RangeError('The producer is closed.');
          }
          return partitionOf(args);
        };
      },
    });
  }

  async send(topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
    try {
      await this.#producer.connect();
      await this.#producer.send({
        topic,
        acks: -1,
        timeout: times.kafkaRequestMs,
        messages: messages.map(({ key, value, traceparent }) => ({ key, value, headers: { traceparent } })),
      });
    } finally {
      // It may have connected after it was closed.
      if (this.#isClosed) {
        this.#producer.disconnect().catch(() => undefined);
      }
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#producer.disconnect();
  }
}

class KafkaJsAdmin implements KafkaAdmin {
  readonly #admin: Admin;

  constructor(connection: KafkaConnection) {
    // The caller asks again, and says why it failed.
    this.#admin = kafkaOf(connection, 1).admin();
  }

  async leaders(topic: string): Promise<readonly number[] | undefined> {
    try {
      const { topics } = await this.#admin.fetchTopicMetadata({ topics: [topic] });
      return topics[0]?.partitions.map(({ leader }) => leader);
    } catch (error) {
      if (isTopicGone(error)) {
        return undefined;
      }
      throw error;
    }
  }

  async make({ name, partitions, settings = {} }: TopicDefinition): Promise<void> {
    const configEntries = Object.entries(settings).map(([setting, value]) => ({ name: setting, value }));
    const topics = [{ topic: name, numPartitions: partitions, configEntries }];
    await this.#admin.createTopics({ topics, waitForLeaders: false });
  }

  close(): Promise<void> {
    return this.#admin.disconnect();
  }
}
