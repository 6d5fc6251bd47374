import type { CallContext } from '@rapport/kernel';

export interface OutgoingEvent {
  /** Events of one key keep their order: they go to one partition. */
  readonly key: string;
  readonly value: string;
  /** The trace in which the event came to be; the publisher's own when it is not given. */
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
  /** Given when the topic is made; those of a topic that exists stay as they are. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EventBatch {
  /** In the order of their offsets within each partition. */
  readonly events: readonly ReceivedEvent[];
  /**
   * Notes that all of these events are done with. Offsets are gathered for a moment before the broker gets them, and it
   * has them before a subscription has stopped: after a crash the last events come again.
   */
  commit(): Promise<void>;
}

export interface Subscription {
  readonly topic: TopicDefinition;
  /** Members of one group share the partitions among them. A group that is new begins with the earliest event. */
  readonly group: string;
  readonly batchMax: number;
  /** Called with one batch at a time. When it throws, the same events come again after a growing pause. */
  handle(context: CallContext, batch: EventBatch): Promise<void>;
}

export interface RunningSubscription {
  /** Lets the batch in hand come to its end, commits, and gives the partitions to the other members. */
  stop(): Promise<void>;
}

export interface SubscriptionHealth {
  readonly group: string;
  /** Whether it is a member of its group and hears from the brokers. */
  readonly isRunning: boolean;
  /** How many events of its partitions are not done with, as far as it heard. */
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
   * Settles when the brokers have all of the events for good. A rejection leaves open which of them arrived: whoever must
   * be sure publishes them again. A topic that is missing is made.
   */
  abstract publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void>;

  /** Begins at once and goes on through every failure until it is stopped. */
  abstract subscribe(subscription: Subscription): RunningSubscription;

  abstract health(): EventBusHealth;

  /** Stops every subscription. */
  abstract close(): Promise<void>;
}
