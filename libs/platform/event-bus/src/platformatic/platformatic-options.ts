import type { ConnectionOptions, SASLMechanismValue } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { retryMs, type KafkaConnection } from '../brokers/kafka-client.ts';

interface PlatformaticOptions extends Pick<ConnectionOptions, 'tls' | 'tlsServerName' | 'sasl'> {
  readonly clientId: string;
  readonly bootstrapBrokers: string[];
  readonly connectTimeout: number;
  readonly retries: number;
  readonly retryDelay: number;
}

export function platformaticOptions(connection: KafkaConnection): PlatformaticOptions {
  const { clientId, brokers, isEncrypted, login } = connection;
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: times.kafkaConnectMs,
    retries: 12,
    retryDelay: retryMs,
    ...(isEncrypted === true && { tls: {}, tlsServerName: true }),
    ...(login && { sasl: { ...login, mechanism: login.mechanism.toUpperCase() as SASLMechanismValue } }),
  };
}
