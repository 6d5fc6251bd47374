import type { Database } from '@rapport/database';
import type { EventBus, EventBusHealth, RunningSubscription, TopicDefinition } from '@rapport/event-bus';
import type { Telemetry } from '@rapport/telemetry';
import { LeaderTask } from './leader-task.ts';
import { ChangeFeedMetrics, type CellLevels } from './change-feed-metrics.ts';
import { changesTopic } from './change-event.ts';
import type { ChangeFeedStatements } from './change-feed-statements.ts';
import { FeedMover } from './move/feed-mover.ts';
import { DeadLetters } from './dead-letters/dead-letters.ts';
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
  /** Items of timelines are kept for so many days, or without an end. */
  readonly timelineDays?: number | undefined;
  readonly statements: ChangeFeedStatements;
  readonly topic?: TopicDefinition;
}

/** The backlog of each cell and of the bus, for /healthz. */
export interface ChangeFeedHealth {
  readonly cells: Readonly<Record<string, CellLevels>>;
  readonly bus: EventBusHealth;
}

/** One process that takes changes from the outbox to Kafka and from there to the change feed. */
export class ChangeFeedWorker {
  static readonly loops = LeaderTask.loops;
  readonly #bus: EventBus;
  readonly #mover: FeedMover;
  readonly #leaderTasks: readonly LeaderTask[];
  #subscription: RunningSubscription | undefined;

  constructor(options: ChangeFeedWorkerOptions) {
    const { database, bus, telemetry, resources, statements, topic = changesTopic } = options;
    const metrics = new ChangeFeedMetrics(telemetry.metrics, () => this.#levels());
    const tenants = new TenantDirectory(database);
    const deadLetters = new DeadLetters(database, statements, metrics, telemetry.logger);
    const events = new OutboxEvents(tenants, resources, deadLetters);
    const shared = { ...options, metrics, events, topic, pageMax };
    this.#bus = bus;
    this.#mover = new FeedMover({ database, tenants, statements, deadLetters, metrics, topic });
    this.#leaderTasks = database.cellNames.map((cell) => new LeaderTask({ ...shared, cell }));
  }

  start(): void {
    this.#subscription ??= this.#bus.subscribe(this.#mover);
    for (const task of this.#leaderTasks) {
      task.start();
    }
  }

  /** Finishes the work in hand. */
  async stop(): Promise<void> {
    await Promise.all([this.#subscription?.stop(), ...this.#leaderTasks.map((task) => task.stop())]);
  }

  health(): ChangeFeedHealth {
    return { cells: Object.fromEntries(this.#levels()), bus: this.#bus.health() };
  }

  #levels(): (readonly [cell: string, levels: CellLevels])[] {
    return this.#leaderTasks.map((task) => [task.cell, task.levels]);
  }
}

/** The most rows of one page. */
const pageMax = 500;
