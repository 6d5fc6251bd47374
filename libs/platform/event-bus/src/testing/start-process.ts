import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import type { EventBus } from '../event-bus.ts';
import { kafkaClient, type KafkaClientName } from '../kafka-clients.ts';
import type { KafkaAccess } from '../kafka-access.ts';
import { KafkaEventBus } from '../kafka-event-bus.ts';

export interface Process {
  readonly bus: EventBus;
  readonly telemetry: Telemetry;
  readonly logLines: readonly string[];
}

export interface ProcessOptions {
  readonly client: KafkaClientName;
  readonly kafkaUrl: string;
  readonly access?: Partial<KafkaAccess>;
  /** One of its own when it is not given. */
  readonly instance?: string;
  readonly exporterUrl?: string;
}

let processes = 0;

/** A bus as a process of its own has it. */
export async function startProcess(options: ProcessOptions): Promise<Process> {
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
  const access = { brokers: [new URL(kafkaUrl).host], ...options.access };
  const client = await kafkaClient(options.client);
  const bus = new KafkaEventBus({
    client,
    access,
    clientId: 'test',
    instance,
    metrics,
    logger,
    telemetry,
  });
  return { bus, telemetry, logLines };
}
