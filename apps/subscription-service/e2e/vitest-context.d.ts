import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform of the test run. */
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
