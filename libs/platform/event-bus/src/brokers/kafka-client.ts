import type { Logger } from '@rapport/telemetry';
import type { ReceivedEvent, TopicDefinition } from '../event-bus.ts';
import type { KafkaAccess } from '../kafka-access.ts';

/** The way to the brokers, and the name under which they know the process. */
export interface KafkaConnection extends KafkaAccess {
  readonly clientId: string;
  readonly logger: Logger;
  /** Called with the outcome of requests, so that the health of the bus says whether the brokers answer. */
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
  /** Sends each message to the partition that the clients of Kafka agree on for its key. */
  send(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

export interface KafkaAdmin {
  /** The leader of each partition, -1 where it has none. Undefined where there is no topic of that name. */
  leaders(topic: string): Promise<readonly number[] | undefined>;
  /** May fail where the topic is there by now. */
  make(topic: TopicDefinition): Promise<void>;
  close(): Promise<void>;
}

/** From a partition to an offset in it. */
export type Offsets = ReadonlyMap<number, bigint>;

export interface MemberOptions {
  readonly connection: KafkaConnection;
  readonly groupId: string;
  readonly topic: string;
  /** The member fetches no more while so many events wait. */
  readonly waitingMax: number;
  /** Called when events have come. */
  readonly onEvents: () => void;
  /** Called when the member is of no use any more. */
  readonly onEnd: (error: unknown) => void;
}

/**
 * The client's own consumer, a member of a group. It begins at the offsets that the group committed, or at the earliest event where
 * there are none, or none of them is there any more. It stays in the group while its events are not taken.
 */
export interface KafkaMember {
  readonly partitions: readonly number[];
  join(): Promise<void>;
  /** The events that wait, in their order. */
  take(max: number): ReceivedEvent[];
  commit(offsets: Offsets): Promise<void>;
  /** The number of events of its partitions that the group has not committed. */
  lag(): Promise<number>;
  /** Leaves the group, where the brokers answer. */
  close(): Promise<void>;
}

/** The largest answer. Together with the largest batch it bounds the events in memory. */
export const fetchBytesMax = 1_048_576;
/** The client makes few attempts close to each other. Its callers know what a failure means, and go on for ever. */
export const retryMs = 250;
