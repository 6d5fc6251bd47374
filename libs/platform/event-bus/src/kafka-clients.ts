import type { KafkaClient } from './brokers/kafka-client.ts';

/** The clients over which the bus reaches Kafka. The first is the one that is taken where none is named. */
export const kafkaClientNames = ['platformatic', 'kafkajs'] as const;

export type KafkaClientName = (typeof kafkaClientNames)[number];

/** Loads the client that is named, and no other. */
export async function kafkaClient(name: KafkaClientName): Promise<KafkaClient> {
  switch (name) {
    case 'platformatic':
      return (await import('./platformatic/platformatic-client.ts')).platformaticClient;
    case 'kafkajs':
      return (await import('./kafkajs/kafkajs-client.ts')).kafkaJsClient;
  }
}
