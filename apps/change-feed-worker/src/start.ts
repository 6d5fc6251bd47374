import { ChangeFeedWorker, changeFeedStatements, type ChangeFeedStatements } from '@rapport/change-feed';
import { readConfig, times } from '@rapport/config';
import { connectDatabase } from '@rapport/container';
import type { Database } from '@rapport/database';
import { kafkaAccess, kafkaClient, KafkaEventBus } from '@rapport/event-bus';
import { openManagement, serve } from '@rapport/http-server';
import { marketingTransport, MarketingMailer, UnsubscribeLinks } from '@rapport/marketing-email';
import { recordKinds } from '@rapport/crm-records';
import { startServiceTelemetry, type Telemetry } from '@rapport/telemetry';
import { config, type Settings } from './config.ts';

/** Every resource whose changes the outbox holds. */
const resources = recordKinds.map(({ resource }) => resource);

/** The statements that the worker sends: timelines have items by the rules of every kind. */
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
  const access = kafkaAccess(settings);
  const client = await kafkaClient(settings.KAFKA_CLIENT);
  const bus = new KafkaEventBus({ client, access, clientId: service, instance, metrics, logger, telemetry });
  const purgeEveryMs = settings.PURGE_INTERVAL_SECONDS * 1_000;
  const timelineDays = settings.TIMELINE_RETENTION_DAYS;
  const worker = new ChangeFeedWorker({ database, bus, telemetry, resources, purgeEveryMs, timelineDays, statements });
  const mailer = mailerOf(settings, database, telemetry);
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
  mailer?.start();
  await serve({
    management,
    listeners: [],
    drain: async () => {
      await Promise.all([worker.stop(), mailer?.stop()]);
    },
    drainMs: times.mailDrainMs,
    close: { bus: () => bus.close(), database: () => database.close() },
  });
}

/** Undefined where no marketing e-mails are sent. */
function mailerOf(settings: Settings, database: Database, telemetry: Telemetry): MarketingMailer | undefined {
  const transport = marketingTransport(settings);
  return (
    transport &&
    new MarketingMailer({
      ...{ database, telemetry, transport },
      links: new UnsubscribeLinks(settings.ISSUER, settings.UNSUBSCRIBE_KEYS),
      bounceDomain: settings.MARKETING_MAIL_BOUNCE_DOMAIN,
      rates: {
        perSecond: settings.MARKETING_MAILS_PER_SECOND,
        perSecondOfTenant: settings.MARKETING_MAILS_PER_SECOND_PER_TENANT,
        slots: settings.MARKETING_MAIL_CONNECTIONS,
      },
    })
  );
}
