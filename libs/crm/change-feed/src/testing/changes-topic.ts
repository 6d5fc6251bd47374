import { Admin, Consumer, Producer, stringDeserializers, stringSerializers } from '@platformatic/kafka';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './test-bus.ts';

/** An event as the topic holds it. */
export interface TopicEvent {
  readonly key: string;
  readonly value: string;
}

/** The topic of changes, in the hands of an administrator of the brokers. */
export class ChangesTopic {
  readonly #broker: string;

  constructor(kafkaUrl: string) {
    this.#broker = new URL(kafkaUrl).host;
  }

  /** Deletes the topic; where it is gone already, waits until a worker makes it again and deletes that one. */
  async delete(): Promise<void> {
    const isDeleted = (): Promise<boolean> =>
      this.#asAdmin((admin) => admin.deleteTopics({ topics: [topic] })).then(
        () => true,
        () => false,
      );
    await untilInTime(isDeleted, () => 'there is no topic to delete');
  }

  /** Workers make the topic when they need it. */
  async untilThere(): Promise<void> {
    const isThere = (): Promise<boolean> =>
      this.#asAdmin(async (admin) => (await admin.listTopics()).includes(topic)).catch(() => false);
    await untilInTime(isThere, () => 'the topic was not made again');
  }

  /** Lets the workers’ group start at the earliest event again; the group must have no live member. */
  async resetOffsets(): Promise<void> {
    await untilInTime(
      () => this.#asAdmin((admin) => resetGroups(admin)),
      () => 'the group of the workers did not become empty',
    );
  }

  async publish(events: readonly TopicEvent[]): Promise<void> {
    const producer = new Producer({ ...this.#options, serializers: stringSerializers });
    try {
      for (let from = 0; from < events.length; from += batchMax) {
        const messages = events.slice(from, from + batchMax).map((event) => ({ topic, ...event }));
        await producer.send({ messages, acks: -1 });
      }
    } finally {
      await producer.close();
    }
  }

  /** Every event of the topic now, in the order of its partition. */
  async events(): Promise<TopicEvent[]> {
    const count = await this.#asAdmin((admin) => countOf(admin));
    const consumer = new Consumer({
      ...this.#options,
      groupId: `check-${process.pid}-${Date.now()}`,
      deserializers: stringDeserializers,
    });
    const events: TopicEvent[] = [];
    try {
      const stream = await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false, maxWaitTime: 200 });
      let cameAt = performance.now();
      stream.on('data', ({ key, value }) => {
        events.push({ key, value });
        cameAt = performance.now();
      });
      await untilInTime(
        () => events.length >= count,
        () => `only ${events.length} of ${count} events came`,
        () => cameAt,
      );
      await stream.close();
    } finally {
      await consumer.close(true);
    }
    return events;
  }

  get #options() {
    return { clientId: 'test', bootstrapBrokers: [this.#broker], retries: 20, retryDelay: 250, timeout: 10_000 };
  }

  async #asAdmin<T>(play: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = new Admin(this.#options);
    try {
      return await play(admin);
    } finally {
      await admin.close();
    }
  }
}

const topic = 'rapport.changes';
const partitions = 12;
const batchMax = 500;
const waitMs = 60_000;
/** The timestamp by which ListOffsets means the end of a partition. */
const end = -1n;

async function countOf(admin: Admin): Promise<number> {
  const asked = Array.from({ length: partitions }, (_, partitionIndex) => ({ partitionIndex, timestamp: end }));
  const [listed] = await admin.listOffsets({ topics: [{ name: topic, partitions: asked }] });
  return Number(listed?.partitions.reduce((sum, { offset }) => sum + offset, 0n) ?? 0n);
}

/** False while a member of the group is alive. */
async function resetGroups(admin: Admin): Promise<boolean> {
  const groups = [...(await admin.listGroups()).keys()].filter((group) => group.startsWith('change-feed.'));
  const partitionOffsets = Array.from({ length: partitions }, (_, partition) => ({ partition, offset: 0n }));
  try {
    for (const groupId of groups) {
      await admin.alterConsumerGroupOffsets({ groupId, topics: [{ name: topic, partitionOffsets }] });
    }
    return groups.length > 0;
  } catch {
    await delay(500);
    return false;
  }
}

async function untilInTime(
  condition: () => boolean | Promise<boolean>,
  failure: () => string,
  movedAt?: () => number,
): Promise<void> {
  const began = performance.now();
  await until(async () => {
    if (await condition()) {
      return true;
    }
    if (performance.now() > (movedAt?.() ?? began) + waitMs) {
      throw new Error(failure());
    }
    return false;
  });
}
