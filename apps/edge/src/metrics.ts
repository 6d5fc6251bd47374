import { Counter, Histogram, Registry } from 'prom-client';

/** What the edge counts. Services are few and known; nothing a caller sends becomes a label. */
export class EdgeMetrics {
  readonly registry = new Registry<'application/openmetrics-text; version=1.0.0; charset=utf-8'>();
  readonly #finished: Histogram<'service' | 'class'>;
  readonly #unanswered: Counter<'service' | 'reason'>;
  readonly #retried: Counter<'service'>;
  readonly #refused: Counter<'status'>;
  readonly #impostors: Counter;
  readonly #aborted: Counter<'service'>;

  constructor() {
    const registers = [this.registry];
    this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    this.#finished = new Histogram({
      name: 'edge_request_duration_seconds',
      help: 'From the head of a request to the end of its answer.',
      labelNames: ['service', 'class'],
      buckets: [0.005, 0.02, 0.1, 0.25, 1, 3, 10],
      registers,
    });
    this.#unanswered = new Counter({
      name: 'edge_unanswered_total',
      help: 'Requests that no replica answered, told as 503.',
      labelNames: ['service', 'reason'],
      registers,
    });
    this.#retried = new Counter({
      name: 'edge_retried_total',
      help: 'Requests sent again to a replica, because the one before was not there.',
      labelNames: ['service'],
      registers,
    });
    this.#refused = new Counter({
      name: 'edge_refused_total',
      help: 'Requests that the edge could not read.',
      labelNames: ['status'],
      registers,
    });
    this.#impostors = new Counter({
      name: 'edge_untrusted_forwarded_total',
      help: 'Requests with forwarding headers from a peer that is no trusted proxy; the headers were replaced.',
      registers,
    });
    this.#aborted = new Counter({
      name: 'edge_aborted_total',
      help: 'Requests whose client went away before the end of the answer.',
      labelNames: ['service'],
      registers,
    });
  }

  finished(service: string, status: number, startedAt: number): void {
    const statusClass = `${Math.floor(status / 100)}xx`;
    this.#finished.observe({ service, class: statusClass }, (performance.now() - startedAt) / 1_000);
  }

  unanswered(service: string, reason: string): void {
    this.#unanswered.inc({ service, reason });
  }

  retried(service: string): void {
    this.#retried.inc({ service });
  }

  refused(status: number): void {
    this.#refused.inc({ status: String(status) });
  }

  impostor(): void {
    this.#impostors.inc();
  }

  aborted(service: string): void {
    this.#aborted.inc({ service });
  }
}
