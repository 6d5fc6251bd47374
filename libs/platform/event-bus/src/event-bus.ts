import type { CallContext } from '@rapport/kernel';

export interface OutgoingEvent {
  /** Events of one key keep their order: they go to one partition. */
  readonly key: string;
  readonly value: string;
  /** The trace in which the event arose; that of the publisher when it is not given. */
  readonly traceparent?: string | undefined;
}

export interface ReceivedEvent {
  readonly partition: number;
  readonly offset: bigint;
  readonly key: string;
  readonly value: string;
  readonly traceparent: string | undefined;
}

export interface TopicDefinition {
  readonly name: string;
  readonly partitions: number;
  /** Set when the topic is made. The settings of a topic that exists stay as they are. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EventBatch {
  /** In the order of their offsets within each partition. */
  readonly events: readonly ReceivedEvent[];
  /**
   * Notes that all of these events are handled. The broker gets the offsets a second later, and before the subscription
   * has stopped. After a crash the last events come again.
   */
  commit(): Promise<void>;
}

export interface Subscription {
  readonly topic: TopicDefinition;
  /** The members of a group share the partitions. A new group begins with the earliest event. */
  readonly group: string;
  readonly batchMax: number;
  /** Handles one batch at a time. When it throws, the same events come again after a growing pause. */
  handle(context: CallContext, batch: EventBatch): Promise<void>;
}

export interface RunningSubscription {
  /** Waits for the handler, commits, and leaves the partitions to the other members. */
  stop(): Promise<void>;
}

export interface SubscriptionHealth {
  readonly group: string;
  /** Whether it has joined its group and the brokers answer. */
  readonly isRunning: boolean;
  /** The events of its partitions that were not committed a second ago. */
  readonly lag: number;
  readonly partitions: readonly number[];
}

export interface EventBusHealth {
  readonly isConnected: boolean;
  readonly subscriptions: readonly SubscriptionHealth[];
}

/** Carries events between processes: at least once, and in order for each key. */
export abstract class EventBus {
  /**
   * Settles when the brokers have all of the events for good. A rejection leaves open which events arrived, so a caller
   * that must be sure publishes them again. A missing topic is made.
   */
  abstract publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void>;

  /** Begins at once, and goes on through every failure until it is stopped. */
  abstract subscribe(subscription: Subscription): RunningSubscription;

  abstract health(): EventBusHealth;

  /** Stops every subscription. */
  abstract close(): Promise<void>;
}
