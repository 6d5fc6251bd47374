import type { ConnectionOptions, SASLMechanismValue } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { retryMs, type KafkaConnection } from '../brokers/kafka-client.ts';

type SecurityOptions = Pick<ConnectionOptions, 'tls' | 'tlsServerName' | 'sasl'>;

interface PlatformaticOptions extends SecurityOptions {
  readonly clientId: string;
  readonly bootstrapBrokers: string[];
  readonly connectTimeout: number;
  readonly retries: number;
  readonly retryDelay: number;
}

export function platformaticOptions(connection: KafkaConnection): PlatformaticOptions {
  return {
    clientId: connection.clientId,
    bootstrapBrokers: [...connection.brokers],
    connectTimeout: times.kafkaConnectMs,
    retries: 12,
    retryDelay: retryMs,
    ...securityOptions(connection),
  };
}

/** Connections beside those of a client take them too. */
export function securityOptions({ isEncrypted, login }: KafkaConnection): SecurityOptions {
  return {
    ...(isEncrypted === true && { tls: {}, tlsServerName: true }),
    ...(login && { sasl: { ...login, mechanism: login.mechanism.toUpperCase() as SASLMechanismValue } }),
  };
}
