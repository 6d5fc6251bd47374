import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server of the test run, as its administrator. */
    postgresAdministratorUrl: string;
    /** A Redis of the test run. */
    redisUrl: string;
  }
}
