import type { Database } from '@rapport/database';
import type { EventBus, EventBusHealth, RunningSubscription, TopicDefinition } from '@rapport/event-bus';
import type { Telemetry } from '@rapport/telemetry';
import { CellLeader } from './cell-leader.ts';
import { ChangeFeedMetrics, type CellLevels } from './change-feed-metrics.ts';
import { changesTopic } from './change-event.ts';
import { changeFeedStatements, type ChangeFeedStatements } from './change-feed-statements.ts';
import { FeedMover } from './move/feed-mover.ts';
import { Parking } from './parking.ts';
import { OutboxEvents } from './relay/outbox-events.ts';
import type { ResourceName } from './relay/outgoing-changes.ts';
import { TenantDirectory } from './tenant-directory.ts';

export interface ChangeFeedWorkerOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly telemetry: Telemetry;
  /** The resources whose changes the outbox holds. */
  readonly resources: readonly ResourceName[];
  readonly purgeEveryMs: number;
  readonly statements?: ChangeFeedStatements;
  readonly topic?: TopicDefinition;
}

/** What is behind, for a person who looks. */
export interface ChangeFeedHealth {
  readonly cells: Readonly<Record<string, CellLevels>>;
  readonly bus: EventBusHealth;
}

/** One process of the way from the outbox to Kafka and from there to the change feed. */
export class ChangeFeedWorker {
  readonly #bus: EventBus;
  readonly #mover: FeedMover;
  readonly #leaders: readonly CellLeader[];
  #subscription: RunningSubscription | undefined;

  constructor(options: ChangeFeedWorkerOptions) {
    const { database, bus, telemetry, resources, purgeEveryMs } = options;
    const { statements = changeFeedStatements, topic = changesTopic } = options;
    const metrics = new ChangeFeedMetrics(telemetry.metrics, () => this.#levels());
    const tenants = new TenantDirectory(database);
    const parking = new Parking(database, statements, metrics, telemetry.logger);
    const events = new OutboxEvents(tenants, resources, parking);
    const shared = { database, bus, telemetry, statements, metrics, purgeEveryMs, events, topic, pageMax };
    this.#bus = bus;
    this.#mover = new FeedMover({ database, tenants, statements, parking, metrics, topic });
    this.#leaders = database.cellNames.map((cell) => new CellLeader({ ...shared, cell }));
  }

  start(): void {
    this.#subscription ??= this.#bus.subscribe(this.#mover);
    for (const leader of this.#leaders) {
      leader.start();
    }
  }

  /** Lets what is in hand come to its end. */
  async stop(): Promise<void> {
    await Promise.all([this.#subscription?.stop(), ...this.#leaders.map((leader) => leader.stop())]);
  }

  health(): ChangeFeedHealth {
    return { cells: Object.fromEntries(this.#levels()), bus: this.#bus.health() };
  }

  #levels(): (readonly [cell: string, levels: CellLevels])[] {
    return this.#leaders.map((leader) => [leader.cell, leader.levels]);
  }
}

/** Rows that are sent in one go. */
const pageMax = 500;
