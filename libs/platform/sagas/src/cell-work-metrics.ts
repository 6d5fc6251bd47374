import type { CellWorkKind } from '@rapport/kinds';
import type { Metrics } from '@rapport/telemetry';
import type { FailingWork } from './cell-work-store.ts';

/** The metrics of work in cells. */
export class CellWorkMetrics {
  readonly #countResumed: (kind: CellWorkKind, outcome: string) => void;
  readonly #setFailing: (kind: CellWorkKind, state: string, count: number) => void;

  constructor(metrics: Metrics) {
    const resumed = metrics.counter({
      name: 'cell_work_resumed_total',
      help: 'Tries of work in a cell that was taken over from a process that did not finish it.',
      labelNames: ['kind', 'outcome'],
    });
    const failing = metrics.gauge({
      name: 'cell_work_failing',
      help: 'Work in cells whose present step has failed: what is tried again, and what rests until an operator retries it.',
      labelNames: ['kind', 'state'],
    });
    this.#countResumed = (kind, outcome) => resumed.inc({ kind, outcome });
    this.#setFailing = (kind, state, count) => failing.set({ kind, state }, count);
  }

  countResumed(kind: CellWorkKind, outcome: 'done' | 'failed'): void {
    this.#countResumed(kind, outcome);
  }

  /** A kind of which nothing fails any more shows 0. */
  setFailing(kinds: Iterable<CellWorkKind>, failing: readonly FailingWork[]): void {
    for (const kind of kinds) {
      const ofKind = failing.find((one) => one.kind === kind);
      this.#setFailing(kind, 'trying', ofKind?.trying ?? 0);
      this.#setFailing(kind, 'resting', ofKind?.resting ?? 0);
    }
  }
}
