export interface HaproxyOptions {
  readonly dataDir: string;
  /** The whole configuration. It serves `/healthz` at the management address. */
  readonly configuration: string;
  readonly port: number;
  readonly managementUrl: string;
  readonly logFile?: string;
}

/** The first signal lets the requests under way finish. The configuration bounds their time. */
export const stopSteps = [
  { signal: 'SIGUSR1', waitMs: 12_000 },
  { signal: 'SIGTERM', waitMs: 1_000 },
] as const;

/** Buffers come and go with requests. To take them from the system each time would be a tenth of a request's cost. */
export const environment = { MALLOC_TRIM_THRESHOLD_: '134217728' };
