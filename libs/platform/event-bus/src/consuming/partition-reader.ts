import { times } from '@rapport/config';
import type { FetchConnections, FetchedPartition, Offsets } from '../brokers/kafka-client.ts';
import { isOutOfRange, isTopicGone } from '../brokers/kafka-failures.ts';
import { within } from '../deadline.ts';
import type { ReceivedEvent } from '../event-bus.ts';
import { EventBusFailure } from '../event-bus-failure.ts';
import type { GroupMember } from './group-member.ts';

export interface ReaderOptions {
  readonly member: GroupMember;
  /** The most events that may wait here before no more are asked for. */
  readonly waitingMax: number;
  readonly onAnswer: () => void;
  /** Called with the first of several failures in a row. Reading goes on. */
  readonly onFailure: (error: unknown) => void;
}

/** One stretch of reading from given offsets on. Answers that come after its end are dropped. */
interface Round {
  readonly connections: FetchConnections;
  readonly positions: Map<number, bigint>;
  /** The brokers that hold a request for events. */
  readonly asked: Set<number>;
  leadersCount: number;
}

/**
 * Asks the leaders of a member's partitions for events, and keeps the events until the consumer takes them. While a
 * handler works it goes on asking, as long as it has room.
 */
export class PartitionReader {
  readonly #options: ReaderOptions;
  readonly #highWatermarks = new Map<number, bigint>();
  #round: Round | undefined;
  #events: ReceivedEvent[] = [];
  #failure: Error | undefined;
  #wake: () => void = () => undefined;
  #failingSince: number | undefined;
  #retryMs = retryMsMin;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** The offsets behind the last events of the brokers, as far as they are known here. */
  get highWatermarks(): Offsets {
    return this.#highWatermarks;
  }

  /** Whether so many events wait here that it asks for no more. */
  get isFull(): boolean {
    return this.#events.length >= this.#options.waitingMax;
  }

  get isFailing(): boolean {
    return this.#failingSince !== undefined;
  }

  /** Takes over the offsets behind the last events, for which another part has asked. */
  learn(ends: Offsets): void {
    for (const [partition, end] of ends) {
      this.#highWatermarks.set(partition, end);
    }
  }

  /** Drops the waiting events, and reads on from these offsets. */
  restart(positions: Offsets): void {
    this.close();
    this.#events = [];
    this.#highWatermarks.clear();
    this.#begin(positions);
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#round?.connections.close();
    this.#round = undefined;
  }

  /** Ends the waiting in `next`. */
  wake(): void {
    this.#wake();
  }

  /** The events that wait, or else the first that come. They are none when `wake` ended the waiting. */
  async next(max: number): Promise<ReceivedEvent[]> {
    if (this.#events.length === 0 && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    const taken = this.#events.splice(0, max);
    this.#ask();
    return taken;
  }

  #begin(positions: Offsets): void {
    const onGone = (): void => this.#recover(round, new EventBusFailure('A connection to a broker is gone.'));
    const connections = this.#options.member.connections(onGone);
    const round: Round = { connections, positions: new Map(positions), asked: new Set(), leadersCount: Infinity };
    this.#round = round;
    this.#ask();
  }

  #ask(): void {
    const round = this.#round;
    if (!round || round.positions.size === 0 || round.asked.size >= round.leadersCount) {
      return;
    }
    if (!this.isFull) {
      this.#askAll(round).catch((error: unknown) => this.#recover(round, error));
    }
  }

  async #askAll(round: Round): Promise<void> {
    const { member } = this.#options;
    const leaders = await within(answerMs, 'Finding the leaders', member.leaders([...round.positions.keys()]));
    round.leadersCount = leaders.size;
    for (const [leader, partitions] of leaders) {
      if (round === this.#round && !round.asked.has(leader)) {
        round.asked.add(leader);
        this.#askOne(round, leader, partitions).catch((error: unknown) => this.#recover(round, error));
      }
    }
  }

  async #askOne(round: Round, leader: number, partitions: readonly number[]): Promise<void> {
    const { onAnswer } = this.#options;
    const positions = new Map(partitions.map((partition) => [partition, round.positions.get(partition) ?? 0n]));
    const fetched = await within(answerMs, 'Fetching', round.connections.fetch(leader, positions));
    if (round !== this.#round) {
      return;
    }
    round.asked.delete(leader);
    this.#failingSince = undefined;
    this.#retryMs = retryMsMin;
    onAnswer();
    this.#accept(round, fetched);
    this.#ask();
  }

  #accept(round: Round, fetched: readonly FetchedPartition[]): void {
    for (const { partition, highWatermark, events, next } of fetched) {
      this.#highWatermarks.set(partition, highWatermark);
      const position = round.positions.get(partition) ?? 0n;
      for (const event of events) {
        if (event.offset >= position) {
          this.#events.push(event);
        }
      }
      if (next !== undefined) {
        round.positions.set(partition, next);
      }
    }
    if (this.#events.length > 0) {
      this.#wake();
    }
  }

  /** Ends the round, so that none of its requests goes on after the failure, and begins another with its offsets. */
  #recover(round: Round, error: unknown): void {
    if (round !== this.#round) {
      return;
    }
    this.close();
    if (this.#failingSince === undefined) {
      this.#failingSince = performance.now();
      this.#options.onFailure(error);
    }
    const isHopeless = isTopicGone(error) || isOutOfRange(error);
    if (isHopeless || performance.now() - this.#failingSince > times.kafkaStallMs) {
      this.#failure = new EventBusFailure('Events cannot be read any more.', error);
      this.#wake();
      return;
    }
    this.#retry = setTimeout(() => this.#begin(round.positions), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, retryMsMax);
  }
}

/** A broker holds a request for events before it answers. */
const answerMs = times.kafkaFetchMs + times.kafkaRequestMs;
const retryMsMin = 50;
const retryMsMax = 1_000;
