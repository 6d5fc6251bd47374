import type { Counter, Histogram, Metrics } from '@rapport/telemetry';
import type { SubscriptionHealth } from './event-bus.ts';

/** The metrics of the bus. None of them has a tenant as its label. */
export class EventBusMetrics {
  readonly published: Counter<'topic'>;
  readonly publishFailures: Counter<'topic'>;
  readonly publishSeconds: Histogram<'topic'>;
  readonly consumed: Counter<'group'>;
  readonly handlerFailures: Counter<'group'>;
  readonly consumerRebuilds: Counter<'group'>;

  constructor(metrics: Metrics, subscriptions: () => readonly SubscriptionHealth[]) {
    this.published = metrics.counter({
      name: 'event_bus_published',
      help: 'Events that the brokers acknowledged.',
      labelNames: ['topic'],
    });
    this.publishFailures = metrics.counter({
      name: 'event_bus_publish_failures',
      help: 'Calls to publish whose events were not all acknowledged in time.',
      labelNames: ['topic'],
    });
    this.publishSeconds = metrics.histogram({
      name: 'event_bus_publish_seconds',
      help: 'How long a call to publish took.',
      labelNames: ['topic'],
    });
    this.consumed = metrics.counter({
      name: 'event_bus_consumed',
      help: 'Events that a handler is done with.',
      labelNames: ['group'],
    });
    this.handlerFailures = metrics.counter({
      name: 'event_bus_handler_failures',
      help: 'Batches that a handler failed with; they come again.',
      labelNames: ['group'],
    });
    this.consumerRebuilds = metrics.counter({
      name: 'event_bus_consumer_rebuilds',
      help: 'Consumers that ended with a failure and were made anew.',
      labelNames: ['group'],
    });
    metrics.gauge({
      name: 'event_bus_lag',
      help: 'Events that wait for a subscription, in the partitions that this process has.',
      labelNames: ['group'],
      read: () => subscriptions().map(({ group, lag }) => [{ group }, lag] as const),
    });
  }
  /** Failures are counted from 0 on, because a series that begins with its first failure shows no rise. */
  begin(group: string): void {
    this.handlerFailures.inc({ group }, 0);
    this.consumerRebuilds.inc({ group }, 0);
  }
}
