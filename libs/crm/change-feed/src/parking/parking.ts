import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Logger } from '@rapport/telemetry';
import type { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';

/** A change that cannot be passed on, and the reason. */
export interface ParkedChange {
  readonly id: string;
  readonly reason: string;
}

/** Parks changes that cannot be passed on, so that others need not wait, and raises the alarm. Their rows stay. */
export class Parking {
  readonly #database: Database;
  readonly #statements: Pick<ChangeFeedStatements, 'park'>;
  readonly #metrics: ChangeFeedMetrics;
  readonly #logger: Logger;

  constructor(
    database: Database,
    statements: Pick<ChangeFeedStatements, 'park'>,
    metrics: ChangeFeedMetrics,
    logger: Logger,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#metrics = metrics;
    this.#logger = logger;
  }

  async park(
    context: CallContext,
    cell: string,
    step: 'relay' | 'move',
    events: readonly ParkedChange[],
  ): Promise<void> {
    const [first] = events;
    if (!first) {
      return;
    }
    const reasons = events.map(({ reason }) => reason.slice(0, reasonMax));
    await this.#database
      .cell(cell)
      .query(context, this.#statements.park.with({ ids: events.map(({ id }) => id), reasons, parkedMax }));
    this.#metrics.parked.inc({ cell, step }, events.length);
    this.#logger.error(
      { traceId: context.trace.traceId, cell, step, count: events.length, first },
      'changes were set aside because they cannot be passed on',
    );
  }
}

const reasonMax = 500;
const parkedMax = 10_000;
