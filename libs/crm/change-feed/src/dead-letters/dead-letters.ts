import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Logger } from '@rapport/telemetry';
import type { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';

/** A change that cannot be passed on, and the reason. */
export interface DeadLetter {
  readonly id: string;
  readonly reason: string;
}

/** Makes dead letters of changes that cannot be passed on, so that others need not wait, and raises the alarm. Their rows stay. */
export class DeadLetters {
  readonly #database: Database;
  readonly #statements: Pick<ChangeFeedStatements, 'addDeadLetters'>;
  readonly #metrics: ChangeFeedMetrics;
  readonly #logger: Logger;

  constructor(
    database: Database,
    statements: Pick<ChangeFeedStatements, 'addDeadLetters'>,
    metrics: ChangeFeedMetrics,
    logger: Logger,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#metrics = metrics;
    this.#logger = logger;
  }

  async add(context: CallContext, cell: string, step: 'relay' | 'move', events: readonly DeadLetter[]): Promise<void> {
    const [first] = events;
    if (!first) {
      return;
    }
    const reasons = events.map(({ reason }) => reason.slice(0, reasonMax));
    const ids = events.map(({ id }) => id);
    const added = this.#statements.addDeadLetters.with({ ids, reasons, parkedMax: deadLettersMax });
    await this.#database.cell(cell).query(context, added);
    this.#metrics.deadLetters.inc({ cell, step }, events.length);
    this.#logger.error(
      { traceId: context.trace.traceId, cell, step, count: events.length, first },
      'changes were set aside because they cannot be passed on',
    );
  }
}

const reasonMax = 500;
const deadLettersMax = 10_000;
