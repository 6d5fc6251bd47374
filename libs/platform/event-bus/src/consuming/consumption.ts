import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { KafkaClient, KafkaConnection, KafkaMember } from '../brokers/kafka-client.ts';
import { pause, unlessAborted, within } from '../deadline.ts';
import type { ReceivedEvent, Subscription } from '../event-bus.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import type { EventBusMetrics } from '../event-bus-metrics.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClient;
  readonly connection: KafkaConnection;
  readonly subscription: Subscription;
  /** The name of the group at the brokers. */
  readonly groupId: string;
  readonly telemetry: Telemetry;
  readonly metrics: EventBusMetrics;
}

/** One life of a consumer: from joining its group until it fails or is stopped. */
export class Consumption {
  readonly #options: ConsumptionOptions;
  readonly #context: CallContext;
  readonly #member: KafkaMember;
  /** The offsets behind the events that are handled and not yet committed, by partition. */
  readonly #handled = new Map<number, bigint>();
  readonly #failed = new AbortController();
  readonly #ending: AbortSignal;
  #joining: Promise<void> = Promise.resolve();
  #watching: Promise<void> = Promise.resolve();
  #hasJoined = false;
  #isAnswered = true;
  #lag: number | undefined;
  #isHandling = false;
  #progressAt = performance.now();
  #wake: () => void = () => undefined;

  constructor(context: CallContext, options: ConsumptionOptions, stop: AbortSignal) {
    const { client, connection, subscription, groupId } = options;
    this.#context = context;
    this.#options = options;
    this.#ending = AbortSignal.any([stop, this.#failed.signal]);
    this.#member = client.member({
      connection,
      topic: subscription.topic.name,
      groupId,
      waitingMax: subscription.batchMax,
      onEvents: () => this.#wake(),
      onEnd: (error) => this.#failed.abort(new EventBusFailure('The client ended the consumer.', error)),
    });
  }

  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  get isRunning(): boolean {
    return this.#hasJoined && this.#isAnswered;
  }

  get partitions(): readonly number[] {
    return this.#member.partitions;
  }

  /** Undefined until the brokers have said it. */
  get lag(): number | undefined {
    return this.#lag;
  }

  /** Runs until it is stopped. It throws when only a new consumer can go on. */
  async run(): Promise<void> {
    const { batchMax } = this.#options.subscription;
    this.#ending.addEventListener('abort', () => this.#wake());
    try {
      await this.#join();
      while (!this.#ending.aborted) {
        const events = this.#member.take(batchMax);
        await (events.length > 0 ? this.#handle(events) : this.#untilWoken());
      }
      this.#failed.signal.throwIfAborted();
    } finally {
      await this.#leave();
    }
  }

  async #join(): Promise<void> {
    // A group waits for a member that died, and then for the others.
    const joinMs = times.kafkaSessionMs + times.kafkaRebalanceMs + times.kafkaConnectMs;
    this.#joining = this.#member.join();
    await unlessAborted(this.#ending, within(joinMs, 'Joining the group', this.#joining));
    if (!this.#ending.aborted) {
      this.#hasJoined = true;
      this.#watching = this.#watch();
      const { traceId } = this.#context.trace;
      const { group } = this.#options.subscription;
      this.#options.connection.logger.info({ traceId, group, partitions: this.partitions }, 'a consumer has joined');
    }
  }

  #untilWoken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #handle(events: readonly ReceivedEvent[]): Promise<void> {
    this.#isHandling = true;
    let pauseMs = pauseMinMs;
    while (!(await this.#attempt(events))) {
      await pause(pauseMs, this.#ending);
      if (this.#ending.aborted) {
        return;
      }
      pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
    }
    this.#options.metrics.consumed.inc({ group: this.#options.subscription.group }, events.length);
    this.#isHandling = false;
    this.#progressAt = performance.now();
  }

  async #attempt(events: readonly ReceivedEvent[]): Promise<boolean> {
    const { subscription, telemetry, metrics, connection } = this.#options;
    const { group, topic } = subscription;
    const trace = telemetry.startTrace(`process ${topic.name}`, { kind: 'consumer', links: traceparentsOf(events) });
    trace.setAttributes({
      'messaging.system': 'kafka',
      'messaging.operation.type': 'process',
      'messaging.destination.name': topic.name,
      'messaging.consumer.group.name': group,
      'messaging.batch.message_count': events.length,
    });
    try {
      await subscription.handle({ trace }, { events, commit: async () => this.#note(events) });
      return true;
    } catch (error) {
      trace.fail(error);
      metrics.handlerFailures.inc({ group });
      const fields = { traceId: trace.traceId, group, events: events.length, error };
      connection.logger.error(fields, 'a handler failed; its events come again');
      return false;
    } finally {
      trace.end();
    }
  }

  #note(events: readonly ReceivedEvent[]): void {
    for (const { partition, offset } of events) {
      this.#handled.set(partition, offset + 1n);
    }
  }

  /**
   * Commits what was handled, since a commit for each small batch would cost the broker more than the events do. Asks for the
   * lag, and notices what the client does not report: brokers that say nothing, and events that do not come.
   */
  async #watch(): Promise<void> {
    while (!this.#ending.aborted) {
      await this.#commit();
      const asked = within(times.kafkaRequestMs, 'Asking for the lag', this.#member.lag());
      const lag = await asked.catch(() => undefined);
      this.#isAnswered = lag !== undefined;
      this.#options.connection.heard(this.#isAnswered);
      this.#lag = lag ?? this.#lag;
      if (lag === 0 || this.#isHandling) {
        this.#progressAt = performance.now();
      } else if (performance.now() - this.#progressAt > times.kafkaStallMs) {
        this.#failed.abort(new EventBusFailure('There was no progress.'));
      }
      await pause(times.kafkaCommitMs, this.#ending);
    }
  }

  /** Never rejects. Offsets that the brokers do not take are committed the next time. */
  async #commit(): Promise<void> {
    // The member that took over a partition commits its offsets.
    const offsets = new Map([...this.#handled].filter(([partition]) => this.partitions.includes(partition)));
    this.#handled.clear();
    if (offsets.size === 0) {
      return;
    }
    try {
      await within(times.kafkaRequestMs, 'Committing', this.#member.commit(offsets));
    } catch (error) {
      offsets.forEach((offset, partition) => this.#handled.set(partition, this.#handled.get(partition) ?? offset));
      this.#warn(error, 'offsets were not committed; trying again');
    }
  }

  /** A consumer that is still joining can only leave afterwards, and its caller waits no longer than a moment. */
  async #leave(): Promise<void> {
    const leaving = Promise.allSettled([this.#joining, this.#watching])
      // A consumer may have failed because its topic is gone, and another topic has the name soon.
      .then(() => (this.#failed.signal.aborted ? undefined : this.#commit()))
      .then(() => this.#member.close());
    await within(times.kafkaCloseMs, 'Leaving the group', leaving).catch((error: unknown) =>
      this.#warn(error, 'a consumer did not leave its group'),
    );
  }

  #warn(error: unknown, message: string): void {
    const { connection, subscription } = this.#options;
    connection.logger.warn({ traceId: this.#context.trace.traceId, group: subscription.group, error }, message);
  }
}

const pauseMinMs = 100;
const pauseMaxMs = 5_000;

function* traceparentsOf(events: readonly ReceivedEvent[]): Iterable<string> {
  for (const { traceparent } of events) {
    if (traceparent !== undefined) {
      yield traceparent;
    }
  }
}
