import type { CallContext } from '@rapport/kernel';
import { RecurringFailure } from '@rapport/telemetry';
import type { KafkaTopics } from '../brokers/kafka-topics.ts';
import { pause, unlessAborted } from '../deadline.ts';
import type { RunningSubscription, SubscriptionHealth } from '../event-bus.ts';
import { Consumption, type ConsumptionOptions } from './consumption.ts';

export interface KafkaSubscriptionOptions extends ConsumptionOptions {
  readonly topics: KafkaTopics;
}

/** Keeps a consumer alive. When a consumer ends, another takes its place until the subscription is stopped. */
export class KafkaSubscription implements RunningSubscription {
  readonly #options: KafkaSubscriptionOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #consumption: Consumption | undefined;
  #lag = 0;
  #pauseMs = pauseMinMs;
  readonly #failure: RecurringFailure;

  constructor(options: KafkaSubscriptionOptions) {
    this.#options = options;
    this.#failure = new RecurringFailure(options.connection.logger);
    this.#running = this.#supervise();
  }

  health(): SubscriptionHealth {
    const { isRunning = false, partitions = [] } = this.#consumption ?? {};
    this.#lag = this.#consumption?.lag ?? this.#lag;
    return { group: this.#options.subscription.group, isRunning, lag: this.#lag, partitions };
  }

  stop(): Promise<void> {
    this.#stopping.abort();
    return this.#running;
  }

  async #supervise(): Promise<void> {
    const { telemetry, connection, metrics, subscription } = this.#options;
    const { group, topic } = subscription;
    while (!this.#stopping.signal.aborted) {
      const trace = telemetry.startTrace(`subscribe ${topic.name}`, { kind: 'background' });
      try {
        await this.#consume({ trace });
      } catch (error) {
        trace.fail(error);
        metrics.consumerRebuilds.inc({ group });
        this.#failure.warn({ traceId: trace.traceId, group, error }, 'a consumer ended; another takes its place');
        connection.heard(false);
      } finally {
        trace.end();
      }
      await pause(this.#pauseMs, this.#stopping.signal);
      this.#pauseMs = Math.min(this.#pauseMs * 2, pauseMaxMs);
    }
  }

  async #consume(context: CallContext): Promise<void> {
    const { topics, subscription } = this.#options;
    const { signal } = this.#stopping;
    await unlessAborted(signal, topics.find(context, subscription.topic));
    if (signal.aborted) {
      return;
    }
    this.#consumption = new Consumption(context, this.#options, signal);
    try {
      await this.#consumption.run();
    } finally {
      if (this.#consumption.hasJoined) {
        this.#pauseMs = pauseMinMs;
        this.#failure.over();
      }
      this.#consumption = undefined;
    }
  }
}

const pauseMinMs = 100;
const pauseMaxMs = 2_000;
