import { times } from '@rapport/config';
import type { Broker } from 'kafkajs';
import { fetchBytesMax, type FetchedPartition, type Offsets } from '../brokers/kafka-client.ts';
import type { ReceivedEvent } from '../event-bus.ts';

/** An answer of kafkajs, whose published type says nothing of it. */
interface Answer {
  readonly responses: readonly { readonly partitions: readonly AnsweredPartition[] }[];
}

interface AnsweredPartition {
  readonly partition: number;
  readonly highWatermark: string;
  readonly messages: readonly Message[];
}

interface Message {
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** Several values where a header comes several times. */
  readonly headers: Readonly<Record<string, Buffer | null | (Buffer | null)[]>>;
  readonly isControlRecord: boolean;
  readonly batchContext: { readonly firstOffset: string; readonly lastOffsetDelta: number };
}

/** The events of the broker at these positions. It waits for a moment where there is nothing. */
export async function fetchedPartitions(
  broker: Broker,
  topic: string,
  positions: Offsets,
): Promise<readonly FetchedPartition[]> {
  const partitions = [...positions].map(([partition, offset]) => ({
    partition,
    fetchOffset: String(offset),
    maxBytes: fetchBytesMax,
  }));
  const { responses } = (await broker.fetch({
    topics: [{ topic, partitions }],
    isolationLevel: readUncommitted,
    minBytes: 1,
    maxBytes: fetchBytesMax,
    maxWaitTime: times.kafkaFetchMs,
  })) as Answer;
  return responses.flatMap((response) => response.partitions.map(fetchedOf));
}

const readUncommitted = 0;

function fetchedOf({ partition, highWatermark, messages }: AnsweredPartition): FetchedPartition {
  const last = messages.at(-1)?.batchContext;
  return {
    partition,
    highWatermark: BigInt(highWatermark),
    events: messages.filter(({ isControlRecord }) => !isControlRecord).map((message) => eventOf(partition, message)),
    next: last && BigInt(last.firstOffset) + BigInt(last.lastOffsetDelta) + 1n,
  };
}

function eventOf(partition: number, { offset, key, value, headers }: Message): ReceivedEvent {
  const header = [headers['traceparent']].flat()[0];
  return {
    partition,
    offset: BigInt(offset),
    key: key?.toString() ?? '',
    value: value?.toString() ?? '',
    traceparent: header?.toString() || undefined,
  };
}
