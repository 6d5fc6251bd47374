import type { Delivery } from '@rapport/mail';
import type { Counter, Metrics } from '@rapport/telemetry';

/** The fate of marketing mails, and how late they are. */
export class MailingMetrics {
  /** The delay of the turn of each cell that waits longest. */
  readonly late = new Map<string, number>();
  readonly #deliveries: Counter<'outcome'>;
  readonly #lost: Counter<'cell'>;

  constructor(metrics: Metrics) {
    this.#deliveries = metrics.counter({
      name: 'marketing_mail_deliveries_total',
      help: 'Attempts to hand a marketing mail over, by what became of them; what is refused by the server itself is an operator’s.',
      labelNames: ['outcome'],
    });
    this.#lost = metrics.counter({
      name: 'marketing_mail_lost_claims_total',
      help: 'Recipients of a process that did not live to note an outcome. They are in doubt, and nothing is sent to them again.',
      labelNames: ['cell'],
    });
    metrics.gauge({
      name: 'marketing_mail_late_seconds',
      help: 'How long the tenant whose mails have waited longest for a turn has waited',
      labelNames: ['cell'],
      read: () => Array.from(this.late, ([cell, seconds]) => [{ cell }, seconds] as const),
    });
  }

  count(delivery: Delivery): void {
    this.#deliveries.inc({
      outcome: 'by' in delivery ? `${delivery.outcome}By${capitalised(delivery.by)}` : delivery.outcome,
    });
  }

  countLost(cell: string, count: number): void {
    this.#lost.inc({ cell }, count);
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
