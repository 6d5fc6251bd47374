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
    for (const outcome of outcomesWithAlert) {
      this.#deliveries.inc({ outcome }, 0);
    }
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

/** They are counted from 0 on, because a series that begins with its first mail shows no rise, and none has no rate. */
const outcomesWithAlert = ['taken', 'refusedForNowByServer', 'notBegun', 'inDoubt', 'refusedForGoodByRecipient'];

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
