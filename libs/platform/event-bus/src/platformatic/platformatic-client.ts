import { Admin, compatibilityPartitioner, Producer, type MessageToProduce } from '@platformatic/kafka';
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
import { PlatformaticMember } from './platformatic-member.ts';
import { platformaticOptions } from './platformatic-options.ts';

/** The bus over @platformatic/kafka. */
export const platformaticClient: KafkaClient = {
  producer: (connection) => new PlatformaticProducer(connection),
  admin: (connection) => new PlatformaticAdmin(connection),
  member: (options) => new PlatformaticMember(options),
};

class PlatformaticProducer implements KafkaProducer {
  readonly #producer: Producer;

  constructor(connection: KafkaConnection) {
    this.#producer = new Producer({
      ...platformaticOptions(connection),
      requestTimeout: times.kafkaRequestMs,
      timeout: times.kafkaRequestMs,
      idempotent: true,
      acks: -1,
      partitioner: compatibilityPartitioner,
    });
  }

  async send(topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
    const sent = messages.map(({ key, value, traceparent }): MessageToProduce => ({
      topic,
      key,
      value,
      headers: new Map([[traceparentHeader, traceparent]]),
    }));
    await this.#producer.send({ messages: sent });
  }

  close(): Promise<void> {
    return this.#producer.close(true);
  }
}

class PlatformaticAdmin implements KafkaAdmin {
  readonly #admin: Admin;

  constructor(connection: KafkaConnection) {
    this.#admin = new Admin({
      ...platformaticOptions(connection),
      requestTimeout: times.kafkaRequestMs,
      retries: 2,
    });
  }

  async leaders(topic: string): Promise<readonly number[] | undefined> {
    try {
      const { topics } = await this.#admin.metadata({ topics: [topic], forceUpdate: true, retries: 0 });
      return topics.get(topic)?.partitions.map(({ leader }) => leader);
    } catch (error) {
      if (isTopicGone(error)) {
        return undefined;
      }
      throw error;
    }
  }

  async make({ name, partitions, settings = {} }: TopicDefinition): Promise<void> {
    const configs = Object.entries(settings).map(([setting, value]) => ({ name: setting, value }));
    await this.#admin.createTopics({ topics: [name], partitions, configs });
  }

  close(): Promise<void> {
    return this.#admin.close();
  }
}

const traceparentHeader = Buffer.from('traceparent');
