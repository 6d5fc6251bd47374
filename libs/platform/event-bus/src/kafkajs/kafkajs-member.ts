import { times } from '@rapport/config';
import type { Consumer } from 'kafkajs';
import type {
  DescribedTopic,
  FetchConnections,
  FetchedPartition,
  KafkaMember,
  MemberOptions,
  Offsets,
} from '../brokers/kafka-client.ts';
import { TopicGone } from '../brokers/kafka-failures.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import { fetchedPartitions } from './fetched-partitions.ts';
import { groupAssigner } from './group-assigner.ts';
import { KafkaJsBrokers, patiently } from './kafkajs-brokers.ts';
import { kafkaOf, retry } from './kafkajs-instance.ts';
import type { LocatedTopic } from './metadata-request.ts';

/**
 * kafkajs' consumer keeps the membership and commits. Its own fetching is paused for good: it would go on at the offsets
 * that it remembers, also in another topic of the same name.
 */
export class KafkaJsMember implements KafkaMember {
  readonly #options: MemberOptions;
  readonly #consumer: Consumer;
  readonly #brokers: KafkaJsBrokers;
  #partitions: readonly number[] = [];
  #isActive = false;
  #isClosed = false;
  #joining: Promise<void> = Promise.resolve();
  #crash: unknown;
  #described: { readonly topic: LocatedTopic | undefined; readonly at: number } | undefined;

  constructor(options: MemberOptions) {
    const { connection, group, topic } = options;
    this.#options = options;
    this.#brokers = new KafkaJsBrokers(connection);
    this.#consumer = kafkaOf(connection).consumer({
      groupId: group,
      partitionAssigners: [({ cluster }) => groupAssigner(cluster)],
      sessionTimeout: times.kafkaSessionMs,
      rebalanceTimeout: times.kafkaRebalanceMs,
      heartbeatInterval: times.kafkaHeartbeatMs,
      maxWaitTimeInMs: idleMs,
      allowAutoTopicCreation: false,
      retry,
    });
    const { GROUP_JOIN, HEARTBEAT, REQUEST_TIMEOUT, CRASH } = this.#consumer.events;
    this.#consumer.on(GROUP_JOIN, ({ payload }) => this.#joined(payload.memberAssignment[topic] ?? []));
    this.#consumer.on(HEARTBEAT, () => connection.heard(true));
    this.#consumer.on(REQUEST_TIMEOUT, () => connection.heard(false));
    this.#consumer.on(CRASH, ({ payload }) => this.#crashed(payload.error));
  }

  get partitions(): readonly number[] {
    return this.#partitions;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  async join(): Promise<void> {
    // kafkajs would join also after it was disconnected.
    if (this.#isClosed) {
      throw new EventBusFailure('The consumer is closed.');
    }
    this.#joining = this.#join();
    await this.#joining;
  }

  async committed(): Promise<Offsets> {
    const { group, topic } = this.#options;
    const partitions = this.#partitions.map((partition) => ({ partition, offset: '-1' }));
    const { responses } = await patiently(async () =>
      (await this.#brokers.coordinator(group)).offsetFetch({ groupId: group, topics: [{ topic, partitions }] }),
    );
    return offsetsOf(responses);
  }

  offsets(end: 'first' | 'last'): Promise<Offsets> {
    return patiently(() => this.#list(end === 'first' ? earliest : latest));
  }

  describe(): Promise<DescribedTopic | undefined> {
    return this.#known(knownMs);
  }

  /** A broken connection is seen by the request for events that it held. */
  connections(): FetchConnections {
    this.#described = undefined;
    const brokers = new KafkaJsBrokers(this.#options.connection);
    return { fetch: (node, positions) => this.#fetch(brokers, node, positions), close: () => brokers.close() };
  }

  /** A consumer that crashed would drop the offsets in silence. */
  async commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    if (!this.#isActive) {
      throw new EventBusFailure('The consumer is no member of its group.', this.#crash);
    }
    await this.#consumer.commitOffsets(
      [...offsets].map(([partition, offset]) => ({ topic, partition, offset: String(offset) })),
    );
  }

  /** A consumer that is still joining can only leave afterwards, and would stay a member for ever otherwise. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isActive = false;
    this.#brokers.close();
    await this.#joining.catch(() => undefined);
    this.#isActive = false;
    await this.#consumer.disconnect();
  }

  async #join(): Promise<void> {
    const { topic } = this.#options;
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [topic], fromBeginning: true });
    await this.#consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: () => Promise.resolve() });
    if (!this.#isActive) {
      throw new EventBusFailure('A consumer did not join its group.', this.#crash);
    }
  }

  #joined(partitions: readonly number[]): void {
    const { topic, connection, onRebalance } = this.#options;
    this.#consumer.pause([{ topic }]);
    this.#partitions = partitions.toSorted((a, b) => a - b);
    this.#isActive = true;
    connection.heard(true);
    onRebalance();
  }

  #crashed(error: unknown): void {
    this.#isActive = false;
    this.#crash = error;
    this.#options.onLost(error);
  }

  /**
   * It asks by the topic's name, which another topic may have by now. So events count only when the broker that sent them
   * knows the name as that of the same topic afterwards: a broker learns of a topic before it has events of it.
   */
  async #fetch(brokers: KafkaJsBrokers, node: number, positions: Offsets): Promise<readonly FetchedPartition[]> {
    const { topic, topicId } = this.#options;
    const broker = await brokers.at(addressOf(await this.#located(), node));
    const fetched = await fetchedPartitions(broker, topic, positions);
    if (fetched.some(({ next }) => next !== undefined)) {
      const found = await brokers.describe(topic, broker);
      this.#learn(found);
      if (found?.id !== topicId) {
        throw new TopicGone(topic);
      }
    }
    return fetched;
  }

  async #list(timestamp: number): Promise<Offsets> {
    const { topic } = this.#options;
    const found = await this.#located(0);
    const byLeader = Map.groupBy(this.#partitions, (partition) => found.leaders[partition] ?? -1);
    const answers = [...byLeader].map(async ([node, led]) => {
      const partitions = led.map((partition) => ({ partition, timestamp }));
      const broker = await this.#brokers.at(addressOf(found, node));
      return (await broker.listOffsets({ isolationLevel: readUncommitted, topics: [{ topic, partitions }] })).responses;
    });
    return offsetsOf((await Promise.all(answers)).flat());
  }

  async #located(ageMaxMs = knownMs): Promise<LocatedTopic> {
    const found = await this.#known(ageMaxMs);
    if (found === undefined) {
      throw new TopicGone(this.#options.topic);
    }
    return found;
  }

  async #known(ageMaxMs: number): Promise<LocatedTopic | undefined> {
    const known = this.#described;
    if (known !== undefined && performance.now() - known.at < ageMaxMs) {
      return known.topic;
    }
    const topic = await this.#brokers.describe(this.#options.topic);
    this.#learn(topic);
    return topic;
  }

  #learn(topic: LocatedTopic | undefined): void {
    this.#described = { topic, at: performance.now() };
  }
}

/** From one poll of the heartbeat to the next, and how long a stopping consumer waits at most for the poll under way. */
const idleMs = 100;
/** An answer about the topic is good for so long while no events come. */
const knownMs = 5_000;
const earliest = -2;
const latest = -1;
const readUncommitted = 0;

function addressOf({ addresses }: LocatedTopic, node: number) {
  const address = addresses.get(node);
  if (!address) {
    throw new EventBusFailure(`No broker ${node} is known.`);
  }
  return address;
}

function offsetsOf(
  responses: readonly { readonly partitions: readonly { readonly partition: number; readonly offset: string }[] }[],
): Offsets {
  return new Map(
    responses.flatMap(({ partitions }) => partitions.map(({ partition, offset }) => [partition, BigInt(offset)])),
  );
}
