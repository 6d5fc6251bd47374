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

let processes = 0;

/** A bus as a process of its own would have it. */
export async function startProcess(adapter: Adapter, kafkaUrl: string, exporterUrl?: string): Promise<Process> {
  const logLines: string[] = [];
  const instance = (processes += 1);
  const telemetry = await startTelemetry({
    service: 'test',
    instance,
    sampleRatio: 1,
    exporterUrl,
    logStream: { write: (line) => void logLines.push(line) },
  });
  const { metrics, logger } = telemetry;
  const brokers = [new URL(kafkaUrl).host];
  return {
    bus: adapter.connect({ brokers, clientId: 'test', instance, metrics, logger, telemetry }),
    telemetry,
    logLines,
  };
}
