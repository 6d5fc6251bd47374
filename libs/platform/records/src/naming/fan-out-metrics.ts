import type { Counter, Metrics } from '@rapport/telemetry';

/** The changed names of which a cell still has to tell, as this process saw them last. */
export interface FanOutLevel {
  readonly rows: number;
  readonly age: number;
}

/** The metrics of the fan-out of names. No label names a tenant. */
export class FanOutMetrics {
  readonly chunks: Counter<'cell'>;
  readonly stamped: Counter<'cell'>;
  readonly failures: Counter<'cell'>;
  readonly #levels = new Map<string, FanOutLevel>();

  constructor(metrics: Metrics) {
    this.chunks = metrics.counter({
      name: 'fan_out_chunks_total',
      help: 'Chunks of records that were stamped because a name that they show had changed, or deleted after the record that they belonged to',
      labelNames: ['cell'],
    });
    this.stamped = metrics.counter({
      name: 'fan_out_stamped_total',
      help: 'Records that were stamped because a name that they show had changed, or deleted after the record that they belonged to',
      labelNames: ['cell'],
    });
    this.failures = metrics.counter({
      name: 'fan_out_failures_total',
      help: 'Failures of the fan-out of names, which is tried again',
      labelNames: ['cell'],
    });
    metrics.gauge({
      name: 'fan_out_open_rows',
      help: 'Records whose change of name has not reached all that show it, counted up to 10,000',
      labelNames: ['cell'],
      read: () => [...this.#levels].map(([cell, { rows }]) => [{ cell }, rows] as const),
    });
    metrics.gauge({
      name: 'fan_out_age_seconds',
      help: 'The age of the oldest change of a name that has not reached all that show it',
      labelNames: ['cell'],
      read: () => [...this.#levels].map(([cell, { age }]) => [{ cell }, age] as const),
    });
  }

  setLevel(cell: string, level: FanOutLevel): void {
    this.#levels.set(cell, level);
  }
}
