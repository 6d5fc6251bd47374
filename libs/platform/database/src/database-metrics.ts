import type { Counter, Histogram, Metrics } from '@rapport/telemetry';
import type { ReadRefused, UnavailableReason, WriteDeadlineExceeded } from './failures.ts';

/** The levels of a pool, which are read when the metrics are collected. */
export interface PoolLevels {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  /** Reads that wait because their tenant reads with half of the connections. */
  readonly readsWaiting: number;
}

interface Levels {
  pools(): Iterable<[string, PoolLevels]>;
  writesWaiting(): number;
  tenantsFailed(): Iterable<readonly [labels: { cell: string }, value: number]>;
  turnsLost(): Iterable<readonly [labels: { cell: string }, value: number]>;
}

/** The metrics of the database. No label ever names a tenant. */
export class DatabaseMetrics {
  readonly #seconds: Histogram<'statement'>;
  readonly #unavailable: Counter<'database' | 'reason'>;
  readonly #refusals: Counter<'database'>;
  readonly #writeRefusals: Counter<'reason'>;
  readonly #readRefusals: Counter<'reason'>;

  constructor(metrics: Metrics, levels: Levels) {
    this.#seconds = metrics.histogram({
      name: 'database_statement_duration_seconds',
      help: 'Time from sending a statement to its answer',
      labelNames: ['statement'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5],
    });
    this.#unavailable = metrics.counter({
      name: 'database_unavailable_total',
      help: 'Statements that the database did not serve',
      labelNames: ['database', 'reason'],
    });
    this.#refusals = metrics.counter({
      name: 'database_connections_refused_total',
      help: 'Connections that were not opened, or only by a former password',
      labelNames: ['database'],
    });
    this.#writeRefusals = metrics.counter({
      name: 'database_write_refusals_total',
      help: 'Writes that did not get their turn or their lock in time',
      labelNames: ['reason'],
    });
    this.#readRefusals = metrics.counter({
      name: 'database_read_refusals_total',
      help: 'Reads that did not get their turn among those of their tenant in time',
      labelNames: ['reason'],
    });
    measureLevels(metrics, levels);
  }

  /** Starts the series with an alert at 0, because a series that starts with its first failure shows no rise. */
  begin(database: string): void {
    for (const reason of ['disk_full', 'unknown'] satisfies UnavailableReason[]) {
      this.#unavailable.inc({ database, reason }, 0);
    }
  }

  refused(database: string): void {
    this.#refusals.inc({ database });
  }

  observe(statement: string, seconds: number): void {
    this.#seconds.observe({ statement }, seconds);
  }

  countUnavailable(database: string, reason: UnavailableReason): void {
    this.#unavailable.inc({ database, reason });
  }

  countWriteRefusal(reason: WriteDeadlineExceeded['reason']): void {
    this.#writeRefusals.inc({ reason });
  }

  countReadRefusal(reason: ReadRefused['reason']): void {
    this.#readRefusals.inc({ reason });
  }
}

function measureLevels(metrics: Metrics, levels: Levels): void {
  metrics.gauge({
    name: 'database_connections',
    help: 'Connections of each pool in use and idle, and those who wait for one',
    labelNames: ['database', 'state'],
    read: () => connectionLevels(levels.pools()),
  });
  metrics.gauge({
    name: 'database_writes_waiting',
    help: 'Writes that wait for their turn among those of their tenant',
    read: () => levels.writesWaiting(),
  });
  metrics.gauge({
    name: 'database_tenants_not_migrated',
    help: 'Tenants of a cell that a migration failed at',
    labelNames: ['cell'],
    read: () => levels.tenantsFailed(),
  });
  metrics.gauge({
    name: 'database_cell_turns_lost',
    help: 'Turns of counting that control has seen and the cell does not know, because it was brought back to an earlier moment',
    labelNames: ['cell'],
    read: () => levels.turnsLost(),
  });
  metrics.gauge({
    name: 'database_reads_waiting',
    help: 'Reads that wait for their turn among those of their tenant',
    read: () => [...levels.pools()].reduce((sum, [, { readsWaiting }]) => sum + readsWaiting, 0),
  });
}

function* connectionLevels(
  pools: Iterable<[string, PoolLevels]>,
): Generator<readonly [labels: { database: string; state: string }, value: number]> {
  for (const [database, pool] of pools) {
    for (const state of ['used', 'idle', 'waiting'] as const) {
      yield [{ database, state }, pool[state]];
    }
  }
}
