import { ChangeFeedWorker, changeFeedStatements, type ChangeFeedStatements } from '@rapport/change-feed';
import { readConfig } from '@rapport/config';
import { connectDatabase } from '@rapport/container';
import { KafkaEventBus } from '@rapport/event-bus';
import { openManagement, serve } from '@rapport/http-server';
import { recordKinds } from '@rapport/record-kinds';
import { startServiceTelemetry } from '@rapport/telemetry';
import { config } from './config.ts';

/** Every resource whose changes the outbox holds. */
const resources = recordKinds.map(({ resource }) => resource);

/** What the worker sends: timelines have items by the rules of every kind. */
export const workerStatements = changeFeedStatements(recordKinds);

/** The statements are a parameter, so that a test can leave one of the rules out. */
export async function startChangeFeedWorker({
  statements = workerStatements,
}: { statements?: ChangeFeedStatements } = {}): Promise<void> {
  const settings = readConfig(config);
  const telemetry = await startServiceTelemetry('change-feed-worker', settings);
  const { logger, metrics, service } = telemetry;
  const database = connectDatabase(telemetry, settings);
  const instance = settings.SERVICE_INSTANCE;
  const brokers = settings.KAFKA_BROKERS;
  const bus = new KafkaEventBus({ brokers, clientId: service, instance, metrics, logger, telemetry });
  const purgeEveryMs = settings.PURGE_INTERVAL_SECONDS * 1_000;
  const worker = new ChangeFeedWorker({ database, bus, telemetry, resources, purgeEveryMs, statements });
  const management = await openManagement({
    telemetry,
    host: settings.HOST,
    port: settings.MANAGEMENT_PORT,
    // Kafka is not among the checks: without it the worker waits, clients miss nothing, and no restart would help.
    ready: { schemas: () => database.schemas.isReady },
    health: () => worker.health(),
  });
  await database.schemas.start();
  worker.start();
  await serve({
    management,
    listeners: [],
    drain: () => worker.stop(),
    close: { bus: () => bus.close(), database: () => database.close() },
  });
}
