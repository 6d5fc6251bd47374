import { ConnectionPool, Consumer, FetchIsolationLevels } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { clientOptions, retryMs, type KafkaConnection } from '../brokers/kafka-connection.ts';
import { TopicGone } from '../brokers/kafka-failures.ts';
import { within } from '../deadline.ts';
import { EventBusFailure } from '../event-bus-failure.ts';

/** From a partition to an offset in it. */
export type Offsets = ReadonlyMap<number, bigint>;

/** The answer of a broker to a request for events. */
export type Fetched = Awaited<ReturnType<Consumer['fetch']>>;

export interface MemberOptions {
  readonly connection: KafkaConnection;
  readonly group: string;
  readonly topic: string;
  readonly topicId: string;
  /** Called whenever the partitions were dealt out anew. */
  readonly onRebalance: () => void;
  /** Called when a partition is read from its first event, because the broker dropped the next one. */
  readonly onOutOfRange: (partition: number, committed: bigint, first: bigint) => void;
  /** Called when the member cannot come back to its group. */
  readonly onLost: (error: unknown) => void;
}

/**
 * A member of a group, and its requests for events. The client keeps the membership alive. Its callers decide on
 * offsets and fetches, so that after every rebalance reading goes on at the committed offset and nowhere else.
 */
export class KafkaMember {
  readonly #options: MemberOptions;
  readonly #consumer: Consumer;
  #generation = 0;

  constructor(options: MemberOptions) {
    const { connection, group } = options;
    this.#options = options;
    this.#consumer = new Consumer({
      ...clientOptions(connection),
      retryDelay: (_client, operation) => (isOfReading.has(operation) ? readingRetryMs : retryMs),
      groupId: group,
      autocommit: false,
      // The answer to a member that joins waits for all other members.
      requestTimeout: times.kafkaRebalanceMs + times.kafkaConnectMs,
      sessionTimeout: times.kafkaSessionMs,
      heartbeatInterval: times.kafkaHeartbeatMs,
      rebalanceTimeout: times.kafkaRebalanceMs,
    });
    this.#consumer.on('consumer:group:join', () => {
      this.#generation += 1;
      options.onRebalance();
    });
    // A member without partitions, or without room for more events, hears from the brokers by these alone.
    this.#consumer.on('consumer:heartbeat:end', () => connection.heard(true));
    this.#consumer.on('consumer:heartbeat:error', () => connection.heard(false));
    this.#consumer.on('client:broker:disconnect', () => {
      if (!this.#consumer.closed) {
        connection.heard(false);
      }
    });
    // Its type knows the client's own events alone, and this one ends the process where it has no listener.
    const untyped: NodeJS.EventEmitter = this.#consumer;
    untyped.on('error', (error) => options.onLost(error));
  }

  /** Grows with every rebalance. */
  get generation(): number {
    return this.#generation;
  }

  get partitions(): readonly number[] {
    return this.#consumer.assignments?.find(({ topic }) => topic === this.#options.topic)?.partitions ?? [];
  }

  get isActive(): boolean {
    return this.#consumer.isActive();
  }

  async join(): Promise<void> {
    const { topic } = this.#options;
    this.#consumer.topics.track(topic);
    const deadlineMs = times.kafkaRebalanceMs + times.kafkaSessionMs + times.kafkaConnectMs;
    await within(deadlineMs, 'Joining the group', this.#consumer.joinGroup({}));
  }

  /**
   * The offsets at which reading goes on: those that the group committed. For a new group, and where the broker has
   * dropped the committed offset, it is the earliest event: lost events cannot be read, and no other event may be left
   * out.
   */
  async positions(): Promise<Offsets> {
    const { topic } = this.#options;
    const { partitions } = this;
    if (partitions.length === 0) {
      return new Map();
    }
    const asked = Promise.all([
      this.#consumer.listCommittedOffsets({ topics: [{ topic, partitions: [...partitions] }] }),
      this.#consumer.listOffsets({ topics: [topic], timestamp: earliest }),
      this.#consumer.listOffsets({ topics: [topic], timestamp: latest }),
    ]);
    const found = await within(times.kafkaRequestMs, 'Finding the offsets', asked);
    const [committed, first, end] = found.map((offsets) => offsets.get(topic) ?? []);
    const positions = new Map<number, bigint>();
    for (const partition of partitions) {
      const start = first?.[partition] ?? 0n;
      const offset = committed?.[partition] ?? -1n;
      const isThere = offset >= start && offset <= (end?.[partition] ?? 0n);
      positions.set(partition, isThere ? offset : start);
      if (!isThere && offset >= 0n) {
        this.#options.onOutOfRange(partition, offset, start);
      }
    }
    return positions;
  }

  /** The offsets behind the last events of its partitions. */
  async ends(): Promise<Offsets> {
    const { topic } = this.#options;
    const asked = this.#consumer.listOffsets({ topics: [topic], timestamp: latest });
    const found = (await within(times.kafkaRequestMs, 'Finding the offsets', asked)).get(topic) ?? [];
    return new Map(this.partitions.map((partition) => [partition, found[partition] ?? 0n]));
  }

  /** The partitions by their leaders, without those that have none now. It throws where no partition has a leader. */
  async leaders(partitions: readonly number[]): Promise<Map<number, number[]>> {
    const { topic, topicId } = this.#options;
    const found = (await this.#consumer.metadata({ topics: [topic] })).topics.get(topic);
    if (found?.id !== topicId) {
      throw new TopicGone(topic);
    }
    const leaders = new Map<number, number[]>();
    for (const partition of partitions) {
      const leader = found.partitions[partition]?.leader ?? -1;
      const led = leaders.get(leader);
      if (led) {
        led.push(partition);
      } else {
        leaders.set(leader, [partition]);
      }
    }
    if (leaders.delete(-1) && leaders.size === 0) {
      throw new EventBusFailure(`The topic ${topic} has no leaders.`);
    }
    return leaders;
  }

  /** Connections for fetching alone: a broker that holds a request for events answers no other on its connection. */
  connections(): ConnectionPool {
    const { connection } = this.#options;
    return new ConnectionPool(connection.clientId, {
      connectTimeout: times.kafkaConnectMs,
      requestTimeout: times.kafkaFetchMs + times.kafkaRequestMs,
    });
  }

  fetch(node: number, connectionPool: ConnectionPool, positions: Offsets): Promise<Fetched> {
    const partitions = [...positions].map(([partition, fetchOffset]) => ({
      partition,
      fetchOffset,
      currentLeaderEpoch: -1,
      lastFetchedEpoch: -1,
      partitionMaxBytes: bytesMax,
    }));
    return this.#consumer.fetch({
      node,
      connectionPool,
      topics: [{ topicId: this.#options.topicId, partitions }],
      minBytes: 1,
      maxBytes: bytesMax,
      maxWaitTime: times.kafkaFetchMs,
      isolationLevel: FetchIsolationLevels.READ_UNCOMMITTED,
    });
  }

  async commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    const all = [...offsets].map(([partition, offset]) => ({ topic, partition, offset, leaderEpoch: -1 }));
    await within(times.kafkaRequestMs, 'Committing', this.#consumer.commit({ offsets: all }));
  }

  /** Leaves the group, where the brokers answer. */
  async close(): Promise<void> {
    await this.#consumer.close(true);
  }
}

/** These are tried again soon, because only the reader knows what their failure means. */
const isOfReading = new Set(['fetch', 'metadata']);
const readingRetryMs = 20;
const earliest = -2n;
const latest = -1n;
/** The largest answer. Together with the largest batch it bounds the events in memory. */
const bytesMax = 1_048_576;
