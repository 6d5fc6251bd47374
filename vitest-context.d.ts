import 'vitest';

declare module 'vitest' {
  /** The setup of a run gives this to its test files; every project includes this file through tsconfig.base.json. */
  interface ProvidedContext {
    /** The address of the run's PostgreSQL for its administrator. */
    postgresAdministratorUrl: string;
    /** The address of the run's Redis. */
    redisUrl: string;
    /** The address of the run's Kafka, as `kafka://host:port`. */
    kafkaUrl: string;
    /** The platform of the run, for the e2e tests of the apps. */
    platform: {
      baseUrl: string;
      operatorUrl: string;
      operatorCredential: string;
      /** Gives the exported spans of a trace at /traces/<id>. */
      collectorUrl: string;
      /** An origin whose pages may call the APIs; nothing listens there. */
      listedOrigin: string;
      /** Holds state.json, which names every process. */
      stateFolder: string;
      logsFolder: string;
    };
  }
}
