import type { Counter, Histogram, Metrics } from '@rapport/telemetry';
import type { ItemResult } from './batch-item.ts';

/** The metrics of batches. */
export class BatchMetrics {
  readonly #items: Histogram<'resource'>;
  readonly #outcomes: Counter<'resource' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.#items = metrics.histogram({
      name: 'batch_items',
      help: 'Items of a batch',
      labelNames: ['resource'],
      buckets: [1, 5, 20, 50, 100, 200],
    });
    this.#outcomes = metrics.counter({
      name: 'batch_item_outcomes_total',
      help: 'Items of batches by what came of them: created, updated, or the code of the refusal',
      labelNames: ['resource', 'outcome'],
    });
  }

  /** A replayed batch has no results. */
  observe(resource: string, results: readonly ItemResult[]): void {
    if (results.length === 0) {
      return;
    }
    this.#items.observe({ resource }, results.length);
    for (const result of results) {
      const done = 'status' in result && result.status === 201 ? 'created' : 'updated';
      this.#outcomes.inc({ resource, outcome: 'refusal' in result ? result.refusal.code : done });
    }
  }
}
