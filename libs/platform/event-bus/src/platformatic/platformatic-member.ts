import { ConnectionPool, Consumer, FetchIsolationLevels, type KafkaRecord } from '@platformatic/kafka';
import { times } from '@rapport/config';
import {
  fetchBytesMax,
  retryMs,
  type DescribedTopic,
  type FetchConnections,
  type FetchedPartition,
  type KafkaMember,
  type MemberOptions,
  type Offsets,
} from '../brokers/kafka-client.ts';
import type { ReceivedEvent } from '../event-bus.ts';
import { platformaticOptions, securityOptions } from './platformatic-options.ts';

export class PlatformaticMember implements KafkaMember {
  readonly #options: MemberOptions;
  readonly #consumer: Consumer;

  constructor(options: MemberOptions) {
    const { connection, group } = options;
    this.#options = options;
    this.#consumer = new Consumer({
      ...platformaticOptions(connection),
      retryDelay: (_client, operation) => (isOfReading.has(operation) ? readingRetryMs : retryMs),
      groupId: group,
      autocommit: false,
      // The answer to a member that joins waits for all other members.
      requestTimeout: times.kafkaRebalanceMs + times.kafkaConnectMs,
      sessionTimeout: times.kafkaSessionMs,
      heartbeatInterval: times.kafkaHeartbeatMs,
      rebalanceTimeout: times.kafkaRebalanceMs,
    });
    this.#consumer.on('consumer:group:join', () => options.onRebalance());
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

  get partitions(): readonly number[] {
    return this.#consumer.assignments?.find(({ topic }) => topic === this.#options.topic)?.partitions ?? [];
  }

  get isActive(): boolean {
    return this.#consumer.isActive();
  }

  async join(): Promise<void> {
    this.#consumer.topics.track(this.#options.topic);
    await this.#consumer.joinGroup({});
  }

  async committed(): Promise<Offsets> {
    const { topic } = this.#options;
    const topics = [{ topic, partitions: [...this.partitions] }];
    return byPartition((await this.#consumer.listCommittedOffsets({ topics })).get(topic));
  }

  async offsets(end: 'first' | 'last'): Promise<Offsets> {
    const { topic } = this.#options;
    const timestamp = end === 'first' ? earliest : latest;
    return byPartition((await this.#consumer.listOffsets({ topics: [topic], timestamp })).get(topic));
  }

  async describe(): Promise<DescribedTopic | undefined> {
    const { topic } = this.#options;
    const found = (await this.#consumer.metadata({ topics: [topic] })).topics.get(topic);
    return found && { id: found.id, leaders: found.partitions.map(({ leader }) => leader) };
  }

  connections(onGone: () => void): FetchConnections {
    const pool = new ConnectionPool(this.#options.connection.clientId, {
      connectTimeout: times.kafkaConnectMs,
      requestTimeout: times.kafkaFetchMs + times.kafkaRequestMs,
      ...securityOptions(this.#options.connection),
    });
    // The client would go on trying for a while before it reported that a connection is gone.
    for (const event of ['disconnect', 'failed']) {
      pool.on(event, onGone);
    }
    return {
      fetch: (node, positions) => this.#fetch(node, pool, positions),
      close: () => pool.close(() => undefined),
    };
  }

  async commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    const all = [...offsets].map(([partition, offset]) => ({ topic, partition, offset, leaderEpoch: -1 }));
    await this.#consumer.commit({ offsets: all });
  }

  async close(): Promise<void> {
    await this.#consumer.close(true);
  }

  /** It asks by the topic's id, so a broker has nothing for it where another topic has the name. */
  async #fetch(node: number, connectionPool: ConnectionPool, positions: Offsets): Promise<FetchedPartition[]> {
    const partitions = [...positions].map(([partition, fetchOffset]) => ({
      partition,
      fetchOffset,
      currentLeaderEpoch: -1,
      lastFetchedEpoch: -1,
      partitionMaxBytes: fetchBytesMax,
    }));
    const { responses } = await this.#consumer.fetch({
      node,
      connectionPool,
      topics: [{ topicId: this.#options.topicId, partitions }],
      minBytes: 1,
      maxBytes: fetchBytesMax,
      maxWaitTime: times.kafkaFetchMs,
      isolationLevel: FetchIsolationLevels.READ_UNCOMMITTED,
    });
    return responses.flatMap((response) => response.partitions.map(fetchedOf));
  }
}

/** These are tried again soon, because only the reader knows what their failure means. */
const isOfReading = new Set(['fetch', 'metadata']);
const readingRetryMs = 20;
const earliest = -2n;
const latest = -1n;
const controlBatch = 0b10_0000;

type AnsweredPartition = Awaited<ReturnType<Consumer['fetch']>>['responses'][number]['partitions'][number];

function fetchedOf({ partitionIndex: partition, highWatermark, records }: AnsweredPartition): FetchedPartition {
  const events: ReceivedEvent[] = [];
  let next: bigint | undefined;
  for (const batch of records ?? []) {
    for (const record of (batch.attributes & controlBatch) === 0 ? batch.records : []) {
      events.push(eventOf(partition, batch.firstOffset + BigInt(record.offsetDelta), record));
    }
    next = batch.firstOffset + BigInt(batch.lastOffsetDelta) + 1n;
  }
  return { partition, highWatermark, events, next };
}

function eventOf(partition: number, offset: bigint, { key, value, headers }: KafkaRecord): ReceivedEvent {
  const header = headers.find(([name]) => name?.toString() === 'traceparent')?.[1];
  return {
    partition,
    offset,
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    traceparent: header?.toString() || undefined,
  };
}

/** The client lists offsets by the number of their partition, and leaves out those for which it did not ask. */
function byPartition(offsets: readonly bigint[] = []): Offsets {
  const found = new Map<number, bigint>();
  offsets.forEach((offset, partition) => found.set(partition, offset));
  return found;
}
