import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The administrator's address of the run's PostgreSQL. */
    postgresAdministratorUrl: string;
    /** The address of the run's Redis. */
    redisUrl: string;
    /** The address of the run's Kafka, as `kafka://host:port`. */
    kafkaUrl: string;
    /** The platform of the run, as the e2e tests of the apps know it. */
    platform: {
      baseUrl: string;
      operatorUrl: string;
      operatorCredential: string;
      collectorUrl: string;
      stateFolder: string;
      logsFolder: string;
    };
  }
}
