import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The administrator's address of the run's PostgreSQL. */
    postgresAdministratorUrl: string;
    /** The address of the run's Kafka, as `kafka://host:port`. */
    kafkaUrl: string;
  }
}
