import { newId, type CallContext } from '@rapport/kernel';
import { inject } from 'vitest';
import type { KafkaClientName } from '../kafka-clients.ts';
import type { EventBus, OutgoingEvent, TopicDefinition } from '../event-bus.ts';
import { startProcess, type Process, type ProcessOptions } from './start-process.ts';

export const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
/** A broker and its consumers on a busy machine take their time. */
export const soon = { timeout: 40_000, interval: 10 };

/** The processes of a test, each with a bus. The gates of a test open at the latest when it ends. */
export class TestBuses {
  readonly #client: KafkaClientName;
  readonly #gates: (() => void)[] = [];
  #started: Process[] = [];

  constructor(client: KafkaClientName) {
    this.#client = client;
  }

  async start(): Promise<EventBus> {
    this.#started = [];
    return (await this.another()).bus;
  }

  async close(): Promise<void> {
    this.#gates.splice(0).forEach((open) => open());
    await Promise.all(this.#started.map((process) => process.bus.close()));
  }

  /** The process of the bus that every test begins with. */
  get first(): Process {
    const [first] = this.#started;
    if (!first) {
      throw new Error('no bus was started');
    }
    return first;
  }

  get logLines(): string[] {
    return this.#started.flatMap(({ logLines }) => logLines);
  }

  async another(options: Partial<ProcessOptions> = {}): Promise<Process> {
    const process = await startProcess({ client: this.#client, kafkaUrl: inject('kafkaUrl'), ...options });
    this.#started.push(process);
    return process;
  }

  /** A promise that the test settles. */
  gate(): { opened: Promise<void>; open: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.push(resolve);
    return { opened: promise, open: resolve };
  }
}

export function newTopic(partitions = 12): TopicDefinition {
  return { name: `test.${newId()}`, partitions };
}

/** Events with consecutive numbers, dealt out over the keys. */
export function numbered(count: number, keys = 1, first = 0): OutgoingEvent[] {
  return Array.from({ length: count }, (_none, index) => ({
    key: `key-${(first + index) % keys}`,
    value: `${(first + index) % keys}:${first + index}`,
  }));
}

export function valuesOf(events: readonly { readonly value: string }[]): string[] {
  return events.map(({ value }) => value);
}
