import type { EventBusSettings } from '@rapport/config';

/** The way to the brokers. */
export interface KafkaAccess {
  /** Some of them, as `host:port`. They name the others. */
  readonly brokers: readonly string[];
  readonly isEncrypted?: boolean;
  readonly login?: KafkaLogin | undefined;
  /** It begins the names of topics and groups at the brokers, and no name in metrics. */
  readonly prefix?: string;
}

export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

/** As the variables of a service say it. */
export function kafkaAccess(settings: EventBusSettings): KafkaAccess {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = settings;
  const isLogin = mechanism !== undefined && username !== undefined && password !== undefined;
  return {
    brokers: settings.KAFKA_BROKERS,
    isEncrypted: settings.KAFKA_TLS,
    login: isLogin ? { mechanism, username, password } : undefined,
    prefix: settings.KAFKA_PREFIX,
  };
}
