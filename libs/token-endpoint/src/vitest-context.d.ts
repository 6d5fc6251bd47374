import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Redis of the test run. */
    redisUrl: string;
  }
}
