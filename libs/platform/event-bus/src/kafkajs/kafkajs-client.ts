import type { Producer } from 'kafkajs';
import { times } from '@rapport/config';
import type {
  DescribedTopic,
  KafkaAdmin,
  KafkaClient,
  KafkaConnection,
  KafkaProducer,
  OutgoingMessage,
} from '../brokers/kafka-client.ts';
import type { TopicDefinition } from '../event-bus.ts';
import { keyHash } from '../key-hash.ts';
import { KafkaJsBrokers, patiently } from './kafkajs-brokers.ts';
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
      createPartitioner:
        () =>
        ({ message: { key }, partitionMetadata }) => {
          // kafkajs goes on with its attempts after it was closed, and looks for the partitions at each.
          if (this.#isClosed) {
            throw new RangeError('The producer is closed.');
          }
          return keyHash(Buffer.from(key ?? '')) % partitionMetadata.length;
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
  readonly #brokers: KafkaJsBrokers;

  constructor(connection: KafkaConnection) {
    this.#brokers = new KafkaJsBrokers(connection);
  }

  describe(topic: string): Promise<DescribedTopic | undefined> {
    return this.#brokers.describe(topic);
  }

  async make({ name, partitions, settings = {} }: TopicDefinition): Promise<void> {
    const configEntries = Object.entries(settings).map(([setting, value]) => ({ name: setting, value }));
    const broker = await this.#brokers.any();
    await broker.createTopics({ topics: [{ topic: name, numPartitions: partitions, configEntries }] });
  }

  async members(group: string): Promise<{ id: string; clientId: string }[]> {
    const found = await patiently(async () => {
      const coordinator = await this.#brokers.coordinator(group);
      return (await coordinator.describeGroups({ groupIds: [group] })) as DescribedGroups;
    });
    return found.groups.flatMap(({ members }) => members.map(({ memberId: id, clientId }) => ({ id, clientId })));
  }

  async remove(group: string, ids: readonly string[]): Promise<void> {
    const coordinator = await this.#brokers.coordinator(group);
    await Promise.all(ids.map((memberId) => coordinator.leaveGroup({ groupId: group, memberId })));
  }

  async close(): Promise<void> {
    this.#brokers.close();
  }
}

/** An answer of kafkajs, whose published type says nothing of it. */
interface DescribedGroups {
  readonly groups: readonly { readonly members: readonly { readonly memberId: string; readonly clientId: string }[] }[];
}
