import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's Kafka, as `kafka://host:port`. */
    kafkaUrl: string;
  }
}
