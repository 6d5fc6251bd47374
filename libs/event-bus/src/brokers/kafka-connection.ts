import { times } from '@rapport/config';

/** The addresses of the brokers, and the name of the client. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** Called at every answer and at every failure, so that the health of the bus says whether the brokers answer. */
  readonly heard: (isConnected: boolean) => void;
}

/** The client makes few attempts close to each other. Its callers know what a failure means, and go on for ever. */
export function clientOptions({ brokers, clientId }: KafkaConnection): {
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

export const retryMs = 250;
