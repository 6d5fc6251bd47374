import type { Counter, Metrics } from '@rapport/telemetry';
import type { WaitingMails } from './mail-store.ts';

export class MailMetrics {
  waiting: readonly WaitingMails[] = [];
  readonly #deliveries: Counter<'outcome'>;

  constructor(metrics: Metrics) {
    this.#deliveries = metrics.counter({
      name: 'mail_deliveries_total',
      help: 'Attempts to send a mail: sent, failed and tried again, or given up after a day.',
      labelNames: ['outcome'],
    });
    // A series that begins with its first failure shows no rise.
    for (const outcome of outcomes) {
      this.#deliveries.inc({ outcome }, 0);
    }
    metrics.gauge({
      name: 'mail_waiting',
      help: 'Mails that wait to be sent, of persons and of tenants',
      labelNames: ['of'],
      read: () => this.#each(({ count }) => count),
    });
    metrics.gauge({
      name: 'mail_oldest_seconds',
      help: 'How long the oldest mail has waited to be sent, of persons and of tenants',
      labelNames: ['of'],
      read: () => this.#each(({ ageSeconds }) => ageSeconds),
    });
  }

  count(outcome: (typeof outcomes)[number]): void {
    this.#deliveries.inc({ outcome });
  }

  #each(figure: (waiting: WaitingMails) => number) {
    return (['person', 'tenant'] as const).map((of) => {
      const waiting = this.waiting.find(({ isOfTenants }) => isOfTenants === (of === 'tenant'));
      return [{ of }, waiting ? figure(waiting) : 0] as const;
    });
  }
}

const outcomes = ['sent', 'failed', 'given_up'] as const;
