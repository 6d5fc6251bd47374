import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform of the test run. */
    platform: {
      baseUrl: string;
      operatorUrl: string;
      operatorCredential: string;
      /** It serves the exported spans of a trace at /traces/<id>. */
      collectorUrl: string;
      /** The folder of state.json, which names every process. */
      stateFolder: string;
      logsFolder: string;
    };
  }
}
