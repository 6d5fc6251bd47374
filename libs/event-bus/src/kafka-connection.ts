import type { EventBusTimes } from './times.ts';

/** Where the brokers are, who asks, and how long for. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly times: EventBusTimes;
  /** Hears of every answer and of every failure, so that somebody knows whether the brokers are there. */
  readonly heard: (isConnected: boolean) => void;
}

/** Attempts are finite and close to each other: what is above them knows what a failure means and goes on for ever. */
export function clientOptions({ brokers, clientId, times }: KafkaConnection): {
  clientId: string;
  bootstrapBrokers: string[];
  connectTimeout: number;
  retries: number;
  retryDelay: number;
} {
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: times.connectMs,
    retries: 12,
    retryDelay: retryMs,
  };
}

export const retryMs = 250;
