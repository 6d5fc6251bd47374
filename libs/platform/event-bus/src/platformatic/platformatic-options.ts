import { times } from '@rapport/config';
import { retryMs, type KafkaConnection } from '../brokers/kafka-client.ts';

export function platformaticOptions({ brokers, clientId }: KafkaConnection): {
  clientId: string;
  bootstrapBrokers: string[];
  connectTimeout: number;
  retries: number;
  retryDelay: number;
} {
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: times.kafkaConnectMs,
    retries: 12,
    retryDelay: retryMs,
  };
}
