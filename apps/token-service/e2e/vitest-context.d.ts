import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform of the test run. */
    platform: {
      baseUrl: string;
      operatorUrl: string;
      operatorCredential: string;
      /** Gives the exported spans of a trace at /traces/<id>. */
      collectorUrl: string;
      /** Where state.json is, which names every process. */
      stateFolder: string;
      logsFolder: string;
    };
  }
}
