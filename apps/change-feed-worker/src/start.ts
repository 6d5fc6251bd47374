import {
  ChangeFeedWorker,
  changeFeedStatements,
  changesTopicFor,
  type ChangeFeedStatements,
} from '@rapport/change-feed';
import { times } from '@rapport/config';
import { connectDatabase } from '@rapport/container';
import { startService } from '@rapport/container/start';
import type { Database } from '@rapport/database';
import { kafkaAccess, kafkaClient, KafkaEventBus } from '@rapport/event-bus';
import { MarketingMailer, marketingTransport, UnsubscribeLinks } from '@rapport/marketing-email';
import { recordKinds } from '@rapport/crm-records';
import type { Telemetry } from '@rapport/telemetry';
import { config, type Settings } from './config.ts';

/** Every resource whose changes the outbox holds. */
const resources = recordKinds.map(({ resource }) => resource);

/** The statements that the worker sends: timelines have items by the rules of every kind. */
export const workerStatements = changeFeedStatements(recordKinds);

export const running = [ChangeFeedWorker, MarketingMailer];

/** The statements are a parameter, so that a test can leave one of the rules out. */
export function startChangeFeedWorker({
  statements = workerStatements,
}: { statements?: ChangeFeedStatements } = {}): Promise<void> {
  return startService('change-feed-worker', config, async (settings, telemetry) => {
    const { logger, metrics, service: clientId } = telemetry;
    const database = connectDatabase(telemetry, settings);
    const { SERVICE_INSTANCE: instance, TIMELINE_RETENTION_DAYS: timelineDays } = settings;
    const client = await kafkaClient(settings.KAFKA_CLIENT);
    const access = kafkaAccess(settings);
    const bus = new KafkaEventBus({ client, access, clientId, instance, metrics, logger, telemetry });
    const purgeEveryMs = settings.PURGE_INTERVAL_SECONDS * 1_000;
    const topic = changesTopicFor(settings.EVENT_RETENTION_DAYS);
    const parts = { database, bus, telemetry, resources, topic, purgeEveryMs, timelineDays, statements };
    const worker = new ChangeFeedWorker(parts);
    const mailer = mailerOf(settings, database, telemetry);
    return {
      // Kafka is in no check of readiness: without it the worker waits, clients miss nothing, and no restart would help.
      database,
      health: () => worker.health(),
      running: [worker, ...(mailer ? [mailer] : [])],
      drain: () => worker.stop(),
      drainMs: times.mailDrainMs,
      close: { mail: () => mailer?.close(), bus: () => bus.close() },
    };
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
