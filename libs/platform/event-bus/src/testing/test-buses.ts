import { newId, type CallContext } from '@rapport/kernel';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import type { EventBus, OutgoingEvent, TopicDefinition } from '../event-bus.ts';
import type { KafkaAccess } from '../kafka-access.ts';
import { kafkaClient, type KafkaClientName } from '../kafka-clients.ts';
import { KafkaEventBus } from '../kafka-event-bus.ts';

export const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
/** A broker and its consumers on a busy machine take their time. */
export const soon = { timeout: 40_000, interval: 10 };

export interface Process {
  readonly bus: EventBus;
  readonly telemetry: Telemetry;
  readonly logLines: readonly string[];
}

export interface ProcessOptions {
  readonly client: KafkaClientName;
  readonly kafkaUrl: string;
  readonly access?: Partial<KafkaAccess>;
  readonly exporterUrl?: string;
}

/** A bus as a process of its own has it. */
export async function startProcess({ client, kafkaUrl, access, exporterUrl }: ProcessOptions): Promise<Process> {
  const logLines: string[] = [];
  const instance = newId();
  const telemetry = await startTelemetry({
    service: 'test',
    instance,
    sampleRatio: 1,
    exporterUrl,
    logStream: { write: (line) => void logLines.push(line) },
  });
  const { metrics, logger } = telemetry;
  const bus = new KafkaEventBus({
    client: await kafkaClient(client),
    access: { brokers: [new URL(kafkaUrl).host], ...access },
    ...{ clientId: 'test', instance, metrics, logger, telemetry },
  });
  return { bus, telemetry, logLines };
}

/** The processes of a test, each with a bus. The gates of a test open at the latest when it ends. */
export class TestBuses {
  readonly #options: ProcessOptions;
  readonly #gates: (() => void)[] = [];
  #started: Process[] = [];

  constructor(client: KafkaClientName, kafkaUrl: string) {
    this.#options = { client, kafkaUrl };
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
    const process = await startProcess({ ...this.#options, ...options });
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
