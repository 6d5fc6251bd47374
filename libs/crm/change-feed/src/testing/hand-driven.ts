import { mortalDatabase, mortalSql, Mortality } from '@rapport/database/testing';
import type { Database } from '@rapport/database';
import type { EventBus, EventBatch, TopicDefinition } from '@rapport/event-bus';
import type { Telemetry } from '@rapport/telemetry';
import { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';
import { FeedMover } from '../move/feed-mover.ts';
import { DeadLetters } from '../dead-letters/dead-letters.ts';
import { OutboxEvents } from '../relay/outbox-events.ts';
import { OutboxRelay, type RelayOptions } from '../relay/outbox-relay.ts';
import { TenantDirectory } from '../tenant-directory.ts';
import { MortalBus } from './mortal-bus.ts';
import { context, resource, statements as testStatements } from './test-cell.ts';

export interface HandDrivenOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly topic: TopicDefinition;
  readonly telemetry: Telemetry;
  readonly statements?: ChangeFeedStatements;
  readonly pageMax?: number;
  /** The step at which the process dies. */
  readonly diesAt?: number;
}

/** A process with empty memory, whose classes a test moves step by step. */
export function handDriven(options: HandDrivenOptions) {
  const { bus, topic, telemetry, statements = testStatements, pageMax = 500, diesAt = Infinity } = options;
  const mortality = new Mortality(diesAt);
  const database = mortalDatabase(options.database, mortality);
  const metrics = new ChangeFeedMetrics(telemetry.metrics, () => []);
  const tenants = new TenantDirectory(database);
  const deadLetters = new DeadLetters(database, statements, metrics, telemetry.logger);
  const relayOptions: RelayOptions = {
    cell: 'cell',
    sql: mortalSql(options.database.cell('cell'), mortality),
    bus: new MortalBus(bus, mortality),
    topic,
    events: new OutboxEvents(tenants, [resource], deadLetters),
    statements,
    metrics,
    pageMax,
  };
  return {
    relayOptions,
    relay: new OutboxRelay(relayOptions),
    mover: new FeedMover({ database, tenants, statements, deadLetters, metrics, topic }),
    /** A batch whose commit is a step at which the process may die. */
    mortal: (batch: EventBatch): EventBatch => ({
      events: batch.events,
      commit: async () => {
        mortality.step();
        await batch.commit();
      },
    }),
  };
}

/** Sends every row that is visible now. */
export async function relayAll(relay: OutboxRelay): Promise<void> {
  while (await relay.read(context)) {
    await relay.send(context);
  }
}
