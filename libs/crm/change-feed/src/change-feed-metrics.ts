import type { RawRow } from '@rapport/database';
import type { Counter, Histogram, Metrics } from '@rapport/telemetry';

/** The levels of a cell, which only its leader knows. */
export interface CellLevels {
  readonly isLeader: boolean;
  /** The rows of the outbox that wait to be moved, and the age of the oldest. */
  readonly outboxRows: number;
  readonly outboxAgeSeconds: number;
  /** The time that the oldest row in hand has waited for Kafka to take it. */
  readonly relayLagSeconds: number;
  readonly parkedEvents: number;
  /** When the last round through all tenants ended; 0 before the first. */
  readonly purgedAt: number;
}

/** The metrics of the worker. No label names a tenant. */
export class ChangeFeedMetrics {
  readonly relayed: Counter<'cell'>;
  readonly resent: Counter<'cell'>;
  readonly deadLetters: Counter<'cell' | 'step'>;
  readonly skipped: Counter<'reason'>;
  readonly left: Counter<'cell' | 'reason'>;
  readonly purged: Counter<'cell' | 'kind'>;
  readonly purgeFailures: Counter<'cell'>;
  readonly #seconds: Histogram;

  constructor(metrics: Metrics, levels: () => Iterable<readonly [cell: string, levels: CellLevels]>) {
    this.relayed = metrics.counter({
      name: 'change_feed_relayed_total',
      help: 'Changes that the bus has acknowledged',
      labelNames: ['cell'],
    });
    this.resent = metrics.counter({
      name: 'change_feed_resent_total',
      help: 'Changes that were sent again because nobody had moved them',
      labelNames: ['cell'],
    });
    this.deadLetters = metrics.counter({
      name: 'change_feed_parked_total',
      help: 'Changes that were set aside because they could not be passed on',
      labelNames: ['cell', 'step'],
    });
    this.skipped = metrics.counter({
      name: 'change_feed_skipped_total',
      help: 'Messages on the topic that are no change of a tenant of ours',
      labelNames: ['reason'],
    });
    this.left = metrics.counter({
      name: 'change_feed_left_total',
      help: 'Changes that were left in the outbox until they are sent again',
      labelNames: ['cell', 'reason'],
    });
    this.purged = metrics.counter({
      name: 'change_feed_purged_total',
      help: 'Rows that were purged',
      labelNames: ['cell', 'kind'],
    });
    this.purgeFailures = metrics.counter({
      name: 'change_feed_purge_failures_total',
      help: 'Tenants that could not be purged; the next round tries again',
      labelNames: ['cell'],
    });
    this.#seconds = metrics.histogramWithExemplars({
      name: 'change_feed_move_seconds',
      help: 'Time from the stamp of a change to its rows in the change feed and in a timeline',
      buckets: [0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    });
    addGauges(metrics, levels);
  }

  /** Starts every series with an alert at 0, because a series that starts with its first failure shows no rise. */
  begin(cell: string): void {
    for (const step of ['relay', 'move']) {
      this.deadLetters.inc({ cell, step }, 0);
    }
    this.purgeFailures.inc({ cell }, 0);
  }

  /** Observes the rows of a move that took so many milliseconds; the traces of their writes are the exemplars. */
  observeMoved(rows: readonly RawRow[], msSince: number): void {
    for (const [age, traceparent] of rows) {
      const traceId = traceparent?.split('-')[1];
      this.#seconds.observe({
        labels: {},
        value: Math.max(0, Number(age) + msSince / 1_000),
        exemplarLabels: traceId ? { trace_id: traceId } : {},
      });
    }
  }
}

const gauges: readonly (readonly [name: string, help: string, read: (levels: CellLevels) => number])[] = [
  ['change_feed_leader', 'Whether this process relays, sweeps and purges the cell', ({ isLeader }) => Number(isLeader)],
  ['change_feed_outbox_rows', 'Changes that wait to be moved; many are estimated', ({ outboxRows }) => outboxRows],
  ['change_feed_outbox_age_seconds', 'Age of the oldest change that waits', ({ outboxAgeSeconds }) => outboxAgeSeconds],
  ['change_feed_relay_lag_seconds', 'Age of the oldest change that waits for the bus', (cell) => cell.relayLagSeconds],
  ['change_feed_parked_events', 'Changes that are set aside', ({ parkedEvents }) => parkedEvents],
  ['change_feed_purged_timestamp_seconds', 'When all tenants were last purged', ({ purgedAt }) => purgedAt],
];

/** Only a leader knows the levels of its cell; every other process reports 0. */
function addGauges(metrics: Metrics, levels: () => Iterable<readonly [cell: string, levels: CellLevels]>): void {
  for (const [name, help, read] of gauges) {
    metrics.gauge({
      name,
      help,
      labelNames: ['cell'],
      read: () => Array.from(levels(), ([cell, of]) => [{ cell }, read(of)] as const),
    });
  }
}
