import type { Logger } from '@rapport/telemetry';
import type { ReceivedEvent, TopicDefinition } from '../event-bus.ts';
import type { KafkaAccess } from '../kafka-access.ts';

/** The way to the brokers, and the name under which they know the process. */
export interface KafkaConnection extends KafkaAccess {
  readonly clientId: string;
  readonly logger: Logger;
  /** Called at every answer and at every failure, so that the health of the bus says whether the brokers answer. */
  readonly heard: (isConnected: boolean) => void;
}

/** A client of Kafka does these in its own way. What the bus promises is kept around it, once for all clients. */
export interface KafkaClient {
  producer(connection: KafkaConnection): KafkaProducer;
  admin(connection: KafkaConnection): KafkaAdmin;
  member(options: MemberOptions): KafkaMember;
}

export interface OutgoingMessage {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly traceparent: Buffer;
}

/** Numbers its messages, so that a broker takes none of them twice. */
export interface KafkaProducer {
  /** Sends each message to the partition that `keyHash` gives its key. */
  send(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

/** A topic as the brokers know it. */
export interface DescribedTopic {
  readonly id: string;
  /** The leader of each partition, -1 where it has none. */
  readonly leaders: readonly number[];
}

export interface KafkaAdmin {
  /** Undefined where there is no topic of that name. */
  describe(topic: string): Promise<DescribedTopic | undefined>;
  make(topic: TopicDefinition): Promise<void>;
  members(group: string): Promise<readonly { readonly id: string; readonly clientId: string }[]>;
  /** Takes members out of their group, live ones too. */
  remove(group: string, ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** From a partition to an offset in it. */
export type Offsets = ReadonlyMap<number, bigint>;

export interface MemberOptions {
  readonly connection: KafkaConnection;
  readonly group: string;
  readonly topic: string;
  readonly topicId: string;
  /** Called whenever the partitions were dealt out anew. */
  readonly onRebalance: () => void;
  /** Called when the member cannot come back to its group. */
  readonly onLost: (error: unknown) => void;
}

/** A member of a group, which the client keeps alive. It decides neither on offsets nor on fetches. */
export interface KafkaMember {
  readonly partitions: readonly number[];
  readonly isActive: boolean;
  join(): Promise<void>;
  /** The offsets that the group committed for its partitions, -1 where it has not. */
  committed(): Promise<Offsets>;
  /** The offsets of the first events that the brokers keep, or those behind the last ones. */
  offsets(end: 'first' | 'last'): Promise<Offsets>;
  /** The description of its topic, which may be some seconds old. */
  describe(): Promise<DescribedTopic | undefined>;
  /** Calls `onGone` when a connection breaks. */
  connections(onGone: () => void): FetchConnections;
  commit(offsets: Offsets): Promise<void>;
  /** Leaves the group, where the brokers answer. */
  close(): Promise<void>;
}

/** Connections for fetching alone: a broker that holds a request for events answers no other on its connection. */
export interface FetchConnections {
  /** Fails where the events may be those of another topic than the member's. */
  fetch(node: number, positions: Offsets): Promise<readonly FetchedPartition[]>;
  close(): void;
}

export interface FetchedPartition {
  readonly partition: number;
  readonly highWatermark: bigint;
  /** In order. The first ones may lie before the position, because a broker answers with whole batches. */
  readonly events: readonly ReceivedEvent[];
  /** The offset behind everything in the answer; undefined where there is nothing. */
  readonly next: bigint | undefined;
}

/** The largest answer. Together with the largest batch it bounds the events in memory. */
export const fetchBytesMax = 1_048_576;
/** The client makes few attempts close to each other. Its callers know what a failure means, and go on for ever. */
export const retryMs = 250;
