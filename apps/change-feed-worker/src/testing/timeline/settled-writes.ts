import { setTimeout as delay } from 'node:timers/promises';
import { statement, type Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { AppError, type RequestContext } from '@rapport/kernel';

/**
 * Repeats writes until they are answered, as clients do. What a write without an answer has left under way is ended before, so that
 * PostgreSQL does not do it after later writes.
 */
export class SettledWrites {
  /** Each has the role of a writer, and is used by none of them. */
  readonly #databases: readonly Database[];
  readonly #context: RequestContext;

  constructor(databases: TestDatabases, context: RequestContext) {
    this.#databases = writingRoles.map((role) => databases.connect(role, { poolSize: 1 }));
    this.#context = context;
  }

  /** The write must do nothing more when it is repeated. */
  async settle<T>(write: () => Promise<T>): Promise<T> {
    // Writes without a pause would keep a processor busy for as long as a harm lasts.
    await delay(pauseMs);
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isUnanswered(error)) {
          throw error;
        }
        await Promise.all(this.#databases.map((database) => this.#endSessions(database)));
      }
    }
  }

  async #endSessions(database: Database): Promise<void> {
    const cell = database.cell('cell');
    let left: number | undefined;
    while (left !== 0) {
      const ended = await untilAnswered(() => cell.query<{ isEnded: boolean }>(this.#context, endSessions));
      left = ended.filter(({ isEnded }) => !isEnded).length;
    }
  }
}

/** Repeats a read while PostgreSQL is away. */
export async function untilAnswered<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isUnanswered(error)) {
        throw error;
      }
      await delay(50);
    }
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && openOutcomes.has(error.code);
}

const pauseMs = 10;

const writingRoles = ['rapport_application_api', 'rapport_public_api'] as const;

const openOutcomes = new Set(['service_unavailable', 'idempotency_in_progress']);

const endSessions = statement(
  'test_end_sessions',
  `select pg_terminate_backend(pid, 1000) as "isEnded" from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
);
