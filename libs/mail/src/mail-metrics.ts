import type { Counter, Metrics } from '@rapport/telemetry';
import type { WaitingMails } from './mail-store.ts';

/** What becomes of mails. */
export class MailMetrics {
  waiting: WaitingMails = { count: 0, ageSeconds: 0 };
  readonly #deliveries: Counter<'outcome'>;

  constructor(metrics: Metrics) {
    this.#deliveries = metrics.counter({
      name: 'mail_deliveries_total',
      help: 'Attempts to send a mail: sent, failed and tried again, or given up after a day.',
      labelNames: ['outcome'],
    });
    metrics.gauge({ name: 'mail_waiting', help: 'Mails that wait to be sent', read: () => this.waiting.count });
    metrics.gauge({
      name: 'mail_oldest_seconds',
      help: 'How long the oldest mail has waited to be sent',
      read: () => this.waiting.ageSeconds,
    });
  }

  count(outcome: 'sent' | 'failed' | 'given_up'): void {
    this.#deliveries.inc({ outcome });
  }
}
