import { times } from '@rapport/config';
import type { FetchConnections, KafkaClient, KafkaMember, MemberOptions, Offsets } from '../brokers/kafka-client.ts';
import { TopicGone } from '../brokers/kafka-failures.ts';
import { within } from '../deadline.ts';
import { EventBusFailure } from '../event-bus-failure.ts';

export interface GroupMemberOptions extends MemberOptions {
  readonly client: KafkaClient;
  /** Called when a partition is read from its first event, because the broker dropped the next one. */
  readonly onOutOfRange: (partition: number, committed: bigint, first: bigint) => void;
}

/**
 * A member of a group, and where it reads. After every rebalance reading goes on at the committed offset and nowhere
 * else.
 */
export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #member: KafkaMember;
  #generation = 0;

  constructor({ client, ...options }: GroupMemberOptions) {
    this.#options = { client, ...options };
    this.#member = client.member({
      ...options,
      onRebalance: () => {
        this.#generation += 1;
        options.onRebalance();
      },
    });
  }

  /** Grows with every rebalance. */
  get generation(): number {
    return this.#generation;
  }

  get partitions(): readonly number[] {
    return this.#member.partitions;
  }

  get isActive(): boolean {
    return this.#member.isActive;
  }

  async join(): Promise<void> {
    const deadlineMs = times.kafkaRebalanceMs + times.kafkaSessionMs + times.kafkaConnectMs;
    await within(deadlineMs, 'Joining the group', this.#member.join());
  }

  /**
   * The offsets at which reading goes on: those that the group committed. For a new group, and where the broker has
   * dropped the committed offset, it is the earliest event: lost events cannot be read, and no other event may be left
   * out.
   */
  async positions(): Promise<Offsets> {
    const { partitions } = this;
    if (partitions.length === 0) {
      return new Map();
    }
    const asked = Promise.all([this.#member.committed(), this.#member.offsets('first'), this.#member.offsets('last')]);
    const [committed, first, last] = await within(times.kafkaRequestMs, 'Finding the offsets', asked);
    const positions = new Map<number, bigint>();
    for (const partition of partitions) {
      const start = first.get(partition) ?? 0n;
      const offset = committed.get(partition) ?? -1n;
      const isThere = offset >= start && offset <= (last.get(partition) ?? 0n);
      positions.set(partition, isThere ? offset : start);
      if (!isThere && offset >= 0n) {
        this.#options.onOutOfRange(partition, offset, start);
      }
    }
    return positions;
  }

  /** The offsets behind the last events of its partitions. */
  async ends(): Promise<Offsets> {
    const last = await within(times.kafkaRequestMs, 'Finding the offsets', this.#member.offsets('last'));
    return new Map(this.partitions.map((partition) => [partition, last.get(partition) ?? 0n]));
  }

  /** The partitions by their leaders, without those that have none now. It throws where no partition has a leader. */
  async leaders(partitions: readonly number[]): Promise<Map<number, number[]>> {
    const { topic, topicId } = this.#options;
    const found = await this.#member.describe();
    if (found?.id !== topicId) {
      throw new TopicGone(topic);
    }
    const leaders = new Map<number, number[]>();
    for (const partition of partitions) {
      const leader = found.leaders[partition] ?? -1;
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

  connections(onGone: () => void): FetchConnections {
    return this.#member.connections(onGone);
  }

  async commit(offsets: Offsets): Promise<void> {
    await within(times.kafkaRequestMs, 'Committing', this.#member.commit(offsets));
  }

  close(): Promise<void> {
    return this.#member.close();
  }
}
