import { Consumer, FetchIsolationLevels, type Message, type MessagesStream } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { fetchBytesMax, type KafkaMember, type MemberOptions, type Offsets } from '../brokers/kafka-client.ts';
import type { ReceivedEvent } from '../event-bus.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import { platformaticOptions } from './platformatic-options.ts';

/** Another program may have left out any part. */
type Part = Buffer | undefined;
type PartMessage = Message<Part, Part, Part, Part>;
type Stream = MessagesStream<Buffer, Buffer, Buffer, Buffer>;

export class PlatformaticMember implements KafkaMember {
  readonly #options: MemberOptions;
  readonly #consumer: Consumer;
  #stream: Stream | undefined;

  constructor(options: MemberOptions) {
    const { connection, groupId, waitingMax, onEnd } = options;
    this.#options = options;
    this.#consumer = new Consumer({
      ...platformaticOptions(connection),
      groupId,
      // Members over kafkajs may be in the group, and this is the name of their way to deal partitions out.
      protocols: [{ name: 'RoundRobinAssigner', version: 0 }],
      // The answer to a member that joins waits for all other members.
      requestTimeout: times.kafkaRebalanceMs + times.kafkaConnectMs,
      sessionTimeout: times.kafkaSessionMs,
      heartbeatInterval: times.kafkaHeartbeatMs,
      rebalanceTimeout: times.kafkaRebalanceMs,
      autocommit: false,
      highWaterMark: waitingMax,
      maxBytes: fetchBytesMax,
      maxWaitTime: times.kafkaFetchMs,
      isolationLevel: FetchIsolationLevels.READ_UNCOMMITTED,
    });
    // Its type knows the client's own events alone, and this one ends the process where it has no listener.
    const untyped: NodeJS.EventEmitter = this.#consumer;
    untyped.on('error', onEnd);
  }

  get partitions(): readonly number[] {
    return this.#consumer.assignments?.find(({ topic }) => topic === this.#options.topic)?.partitions ?? [];
  }

  join(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const topics = [this.#options.topic];
    // A stream that fails at once would have no listener yet behind a promise, and end the process.
    this.#consumer.consume({ topics, mode: 'committed', fallbackMode: 'earliest' }, (error, stream) => {
      if (stream) {
        this.#listen(stream);
        resolve();
      } else {
        reject(error ?? new EventBusFailure('The client opened no stream of events.'));
      }
    });
    return promise;
  }

  take(max: number): ReceivedEvent[] {
    const events: ReceivedEvent[] = [];
    while (events.length < max) {
      const message = this.#stream?.read() as PartMessage | null | undefined;
      if (!message) {
        break;
      }
      events.push(eventOf(message));
    }
    return events;
  }

  async commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    const all = [...offsets].map(([partition, offset]) => ({ topic, partition, offset, leaderEpoch: -1 }));
    await this.#consumer.commit({ offsets: all });
  }

  async lag(): Promise<number> {
    const { topic } = this.#options;
    const ofPartitions = (await this.#consumer.getLag({ topics: [topic] })).get(topic) ?? [];
    // A partition of another member has a lag below zero.
    return Number(ofPartitions.reduce((sum, lag) => (lag > 0n ? sum + lag : sum), 0n));
  }

  async close(): Promise<void> {
    await this.#consumer.close(true);
  }

  #listen(stream: Stream): void {
    const { onEvents, onEnd } = this.#options;
    this.#stream = stream;
    stream.on('readable', onEvents);
    stream.on('error', onEnd);
    stream.on('close', () => onEnd(new EventBusFailure('The client closed the stream of events.')));
  }
}

function eventOf({ partition, offset, key, value, headerEntries }: PartMessage): ReceivedEvent {
  const header = headerEntries.find(([name]) => name?.toString() === 'traceparent')?.[1];
  return {
    partition,
    offset,
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    traceparent: header?.toString() || undefined,
  };
}
