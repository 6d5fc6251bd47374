import { times } from '@rapport/config';
import type { CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { KafkaClient, KafkaConnection } from '../brokers/kafka-client.ts';
import { pause, unlessAborted, within } from '../deadline.ts';
import type { ReceivedEvent, Subscription } from '../event-bus.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import type { EventBusMetrics } from '../event-bus-metrics.ts';
import { removeDeadMembers } from './dead-members.ts';
import { GroupMember } from './group-member.ts';
import { OffsetCommits } from './offset-commits.ts';
import { PartitionReader } from './partition-reader.ts';

export interface ConsumptionOptions {
  readonly client: KafkaClient;
  readonly connection: KafkaConnection;
  readonly subscription: Subscription;
  readonly topicId: string;
  readonly telemetry: Telemetry;
  readonly metrics: EventBusMetrics;
}

/** One life of a consumer: from joining its group until it fails or is stopped. */
export class Consumption {
  readonly #options: ConsumptionOptions;
  readonly #context: CallContext;
  readonly #stop: AbortSignal;
  /** It has the topic's id, so that offsets of a deleted topic are never used in another topic of its name. */
  readonly #group: string;
  readonly #member: GroupMember;
  readonly #reader: PartitionReader;
  readonly #commits: OffsetCommits;
  /** From each partition to the offset behind its last handled event. */
  readonly #done = new Map<number, bigint>();
  #generation = 0;
  #interruption = new AbortController();
  #isHandling = false;
  #progressAt = performance.now();
  #failure: EventBusFailure | undefined;

  constructor(context: CallContext, options: ConsumptionOptions, stop: AbortSignal) {
    const { client, connection, subscription, topicId } = options;
    this.#context = context;
    this.#options = options;
    this.#stop = stop;
    this.#group = `${connection.prefix ?? ''}${subscription.group}.${topicId}`;
    this.#member = new GroupMember({
      client,
      connection,
      topic: subscription.topic.name,
      topicId,
      group: this.#group,
      onRebalance: () => this.#interrupt(),
      onOutOfRange: (partition, committed, first) => {
        const fields = { group: this.#group, partition, committed: String(committed), first: String(first) };
        this.#log('warn', fields, 'a committed offset is not there any more; reading from the first event');
      },
      onLost: (error) => this.#fail(new EventBusFailure('The consumer lost its group.', error)),
    });
    this.#reader = new PartitionReader({
      member: this.#member,
      waitingMax: subscription.batchMax,
      onAnswer: () => connection.heard(true),
      onFailure: (error) => {
        connection.heard(false);
        this.#warn(error, 'the brokers do not answer; asking again');
      },
    });
    this.#commits = new OffsetCommits(this.#member, (error) =>
      this.#warn(error, 'offsets were not committed; trying again'),
    );
  }

  /** Whether it has begun to read. */
  get hasBegun(): boolean {
    return this.#generation > 0;
  }

  get isRunning(): boolean {
    return this.hasBegun && this.#member.isActive && !this.#reader.isFailing;
  }

  get partitions(): readonly number[] {
    return this.#member.partitions;
  }

  get lag(): number {
    let lag = 0n;
    for (const [partition, end] of this.#reader.highWatermarks) {
      const done = this.#done.get(partition) ?? end;
      lag += end > done ? end - done : 0n;
    }
    return Number(lag);
  }

  /** Runs until it is stopped. It throws when only a new consumer can go on. */
  async run(): Promise<void> {
    const stop = (): void => this.#interrupt();
    this.#stop.addEventListener('abort', stop);
    const watch = setInterval(() => void this.#watch(), watchMs);
    let isStopped = false;
    try {
      await unlessAborted(this.#stop, this.#join());
      while (!this.#stop.aborted) {
        await this.#step();
      }
      isStopped = true;
    } finally {
      clearInterval(watch);
      this.#stop.removeEventListener('abort', stop);
      await this.#close(isStopped);
    }
  }

  async #join(): Promise<void> {
    const { client, connection } = this.#options;
    await removeDeadMembers(client, connection, this.#group).catch((error: unknown) =>
      this.#warn(error, 'dead members are waited for'),
    );
    await this.#member.join();
  }

  async #step(): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    if (this.#generation !== this.#member.generation) {
      await this.#settle();
      return;
    }
    const events = await this.#reader.next(this.#options.subscription.batchMax);
    if (events.length > 0 && this.#generation === this.#member.generation) {
      await this.#handle(events);
    }
  }

  /** Takes the partitions as they were dealt out. It commits the handled events first, and reads on behind them. */
  async #settle(): Promise<void> {
    const generation = this.#member.generation;
    this.#interruption = new AbortController();
    await this.#commits.flush();
    const positions = await this.#member.positions();
    if (generation !== this.#member.generation) {
      return;
    }
    this.#generation = generation;
    this.#progressAt = performance.now();
    this.#done.clear();
    for (const [partition, offset] of positions) {
      this.#done.set(partition, offset);
    }
    this.#reader.restart(positions);
    const { group } = this.#options.subscription;
    this.#log('info', { group, partitions: this.partitions }, 'a subscription has its partitions');
  }

  async #handle(events: readonly ReceivedEvent[]): Promise<void> {
    this.#isHandling = true;
    try {
      let pauseMs = pauseMinMs;
      while (!(await this.#attempt(events))) {
        await pause(pauseMs, this.#interruption.signal);
        if (this.#interruption.signal.aborted) {
          return;
        }
        pauseMs = Math.min(pauseMs * 2, pauseMaxMs);
      }
      for (const { partition, offset } of events) {
        this.#done.set(partition, offset + 1n);
      }
      this.#options.metrics.consumed.inc({ group: this.#options.subscription.group }, events.length);
    } finally {
      this.#isHandling = false;
      this.#progressAt = performance.now();
    }
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
      await subscription.handle({ trace }, { events, commit: async () => this.#commits.note(events) });
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

  #interrupt(): void {
    this.#interruption.abort();
    this.#reader.wake();
  }

  #fail(failure: EventBusFailure): void {
    this.#failure ??= failure;
    this.#interrupt();
  }

  /**
   * Asks the brokers for the lag while no answer brings it, and notices what reports no failure: events that are there
   * and do not come, a membership that ended in silence.
   */
  async #watch(): Promise<void> {
    if (this.#isHandling || this.#reader.isFailing || !this.hasBegun) {
      this.#progressAt = performance.now();
    }
    const idleMs = performance.now() - this.#progressAt;
    if (!this.#reader.isFull && idleMs < times.kafkaStallMs / 2) {
      return;
    }
    const ends = await this.#member.ends().catch(() => undefined);
    if (ends) {
      this.#reader.learn(ends);
    }
    if (ends && this.lag === 0 && this.#member.isActive) {
      this.#progressAt = performance.now();
    } else if (performance.now() - this.#progressAt > times.kafkaStallMs) {
      this.#fail(new EventBusFailure('There was no progress.'));
    }
  }

  /** A consumer that failed is soon replaced. A consumer that was stopped commits first, within the same time. */
  async #close(isStopped: boolean): Promise<void> {
    this.#reader.close();
    const leave = async (): Promise<void> => {
      if (isStopped) {
        await this.#commits.flush();
      }
      this.#commits.close();
      await this.#member.close();
    };
    await within(times.kafkaCloseMs, 'Leaving the group', leave()).catch((error: unknown) => {
      this.#warn(error, 'a consumer did not leave its group');
      this.#member.close().catch(() => undefined);
    });
    this.#commits.close();
  }

  #warn(error: unknown, message: string): void {
    this.#log('warn', { group: this.#options.subscription.group, error }, message);
  }

  #log(level: 'info' | 'warn', fields: object, message: string): void {
    this.#options.connection.logger[level]({ traceId: this.#context.trace.traceId, ...fields }, message);
  }
}

const watchMs = 1_000;
const pauseMinMs = 100;
const pauseMaxMs = 5_000;

function* traceparentsOf(events: readonly ReceivedEvent[]): Iterable<string> {
  for (const { traceparent } of events) {
    if (traceparent !== undefined) {
      yield traceparent;
    }
  }
}
