import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { Admin, Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { fetchBytesMax, type KafkaMember, type MemberOptions, type Offsets } from '../brokers/kafka-client.ts';
import type { ReceivedEvent } from '../event-bus.ts';
import { kafkaOf, retry } from './kafkajs-instance.ts';

export class KafkaJsMember implements KafkaMember {
  readonly #options: MemberOptions;
  readonly #consumer: Consumer;
  readonly #admin: Admin;
  #partitions: readonly number[] = [];
  #events: ReceivedEvent[] = [];

  constructor(options: MemberOptions) {
    const { connection, groupId, topic, onEnd } = options;
    const kafka = kafkaOf(connection);
    this.#options = options;
    this.#admin = kafka.admin();
    this.#consumer = kafka.consumer({
      groupId,
      sessionTimeout: times.kafkaSessionMs,
      rebalanceTimeout: times.kafkaRebalanceMs,
      heartbeatInterval: times.kafkaHeartbeatMs,
      maxBytes: fetchBytesMax,
      maxWaitTimeInMs: times.kafkaFetchMs,
      allowAutoTopicCreation: false,
      readUncommitted: true,
      retry,
    });
    const { GROUP_JOIN, CRASH } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => {
      this.#partitions = payload.memberAssignment[topic] ?? [];
    });
    this.#consumer.on(CRASH, ({ payload }) => onEnd(payload.error));
  }

  get partitions(): readonly number[] {
    return this.#partitions;
  }

  async join(): Promise<void> {
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [this.#options.topic], fromBeginning: true });
    await this.#consumer.run({ autoCommit: false, eachBatch: (payload) => this.#receive(payload) });
  }

  take(max: number): ReceivedEvent[] {
    return this.#events.splice(0, max);
  }

  async commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    await this.#consumer.commitOffsets(
      [...offsets].map(([partition, offset]) => ({ topic, partition, offset: String(offset) })),
    );
  }

  async lag(): Promise<number> {
    const { groupId, topic } = this.#options;
    const [ends, [ofGroup]] = await Promise.all([
      this.#admin.fetchTopicOffsets(topic),
      this.#admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const committed = new Map(ofGroup?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    return ends
      .filter(({ partition }) => this.#partitions.includes(partition))
      .map(({ partition, low, high }) => Number(high) - Math.max(Number(low), committed.get(partition) ?? 0))
      .reduce((sum, lag) => sum + Math.max(lag, 0), 0);
  }

  async close(): Promise<void> {
    await Promise.all([this.#consumer.disconnect(), this.#admin.disconnect()]);
  }

  /** Waits for room. Only here the client is told of the member's life meanwhile. */
  async #receive(payload: EachBatchPayload): Promise<void> {
    const { waitingMax, onEvents } = this.#options;
    const { partition, messages } = payload.batch;
    this.#events = this.#events.concat(messages.map((message) => eventOf(partition, message)));
    onEvents();
    while (this.#events.length >= waitingMax && payload.isRunning()) {
      await delay(roomPollMs);
      await payload.heartbeat();
    }
  }
}

/** Less than a handler takes for the full batch that waits. */
const roomPollMs = 20;

function eventOf(partition: number, { offset, key, value, headers = {} }: KafkaMessage): ReceivedEvent {
  const header = [headers['traceparent']].flat()[0];
  return {
    partition,
    offset: BigInt(offset),
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    traceparent: header?.toString() || undefined,
  };
}
