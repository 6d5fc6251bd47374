import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import type { EventBus } from '../event-bus.ts';
import { KafkaEventBus, type KafkaEventBusOptions } from '../kafka-event-bus.ts';

export interface Adapter {
  readonly name: string;
  connect(options: KafkaEventBusOptions): EventBus;
}

/** Every way to reach the brokers; the same is demanded of each. */
export const adapters: readonly Adapter[] = [
  { name: '@platformatic/kafka', connect: (options) => new KafkaEventBus(options) },
];

export interface Process {
  readonly bus: EventBus;
  readonly telemetry: Telemetry;
  readonly logLines: readonly string[];
}

export interface ProcessOptions {
  readonly kafkaUrl: string;
  /** One of its own when it is not given. */
  readonly instance?: string;
  readonly exporterUrl?: string;
}

let processes = 0;

/** A bus as a process of its own has it. */
export async function startProcess(adapter: Adapter, options: ProcessOptions): Promise<Process> {
  const logLines: string[] = [];
  const { kafkaUrl, instance = `test-${(processes += 1)}`, exporterUrl } = options;
  const telemetry = await startTelemetry({
    service: 'test',
    instance,
    sampleRatio: 1,
    exporterUrl,
    logStream: { write: (line) => void logLines.push(line) },
  });
  const { metrics, logger } = telemetry;
  const brokers = [new URL(kafkaUrl).host];
  const bus = adapter.connect({ brokers, clientId: 'test', instance, metrics, logger, telemetry });
  return { bus, telemetry, logLines };
}
