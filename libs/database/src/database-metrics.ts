import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { UnavailableReason, WriteDeadlineExceeded } from './failures.ts';

/** What is read when the metrics are asked for. */
export interface PoolLevels {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** What the database tells of itself. No label ever names a tenant. */
export class DatabaseMetrics {
  readonly #seconds: Histogram<'statement'>;
  readonly #unavailable: Counter<'database' | 'reason'>;
  readonly #refusals: Counter<'reason'>;

  constructor(registry: Registry, levels: { pools(): Iterable<[string, PoolLevels]>; writesWaiting(): number }) {
    const registers = [registry];
    this.#seconds = new Histogram({
      name: 'rapport_database_statement_seconds',
      help: 'Time from sending a statement to its answer',
      labelNames: ['statement'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5],
      registers,
    });
    this.#unavailable = new Counter({
      name: 'rapport_database_unavailable_total',
      help: 'Statements that the database did not serve',
      labelNames: ['database', 'reason'],
      registers,
    });
    this.#refusals = new Counter({
      name: 'rapport_database_write_refusals_total',
      help: 'Writes that did not get their turn or their lock in time',
      labelNames: ['reason'],
      registers,
    });
    new Gauge({
      name: 'rapport_database_connections',
      help: 'Connections of each pool in use and idle, and those who wait for one',
      labelNames: ['database', 'state'],
      registers,
      collect() {
        for (const [database, pool] of levels.pools()) {
          for (const state of ['used', 'idle', 'waiting'] as const) {
            this.set({ database, state }, pool[state]);
          }
        }
      },
    });
    new Gauge({
      name: 'rapport_database_writes_waiting',
      help: 'Writes that wait for their turn among those of their tenant',
      registers,
      collect() {
        this.set(levels.writesWaiting());
      },
    });
  }

  observe(statement: string, seconds: number): void {
    this.#seconds.observe({ statement }, seconds);
  }

  countUnavailable(database: string, reason: UnavailableReason): void {
    this.#unavailable.inc({ database, reason });
  }

  countRefusal(reason: WriteDeadlineExceeded['reason']): void {
    this.#refusals.inc({ reason });
  }
}
