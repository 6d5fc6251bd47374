import type pg from 'pg';
import type { DriverConnection, WireValue } from './driver-connection.ts';
import { unnamed, type Column, type KnownStatement } from './known-statements.ts';
import type { RowMessage } from './row-message.ts';
import type { Prepared } from '../tenant/sent-text.ts';
import { typeParser } from './type-parsers.ts';

export type RowShape = 'objects' | 'raw';

export interface PreparedQueryOptions {
  readonly prepared: Prepared;
  readonly values: readonly WireValue[];
  readonly shape: RowShape;
  readonly known: KnownStatement;
  /** How long the statement may wait for each lock, also for those of its tables; the session's own bound where it is null. */
  readonly lockMs: number | null;
}

type Outcome = { readonly rows: unknown[] } | { readonly error: Error };

/**
 * One prepared statement on its way, in place of pg's own query. That one has the columns described with each answer, which
 * costs both sides more than most rows; here a session asks once, and never where rows stay raw.
 */
export class PreparedQuery implements pg.Submittable {
  /** What the driver notes as the name's text: one that tenants share, so that their texts are held by PostgreSQL alone. */
  readonly text: string;
  readonly #options: PreparedQueryOptions;
  readonly #done: (outcome: Outcome) => void;
  readonly #rows: unknown[] = [];
  #setsLock: boolean;
  #unreadable: Error | undefined;

  constructor(options: PreparedQueryOptions, done: (outcome: Outcome) => void) {
    this.text = options.prepared.template ?? options.prepared.text;
    this.#options = options;
    this.#done = done;
    this.#setsLock = options.lockMs !== null;
  }

  /** The driver notes this name as prepared whenever PostgreSQL has parsed something, so it is told once ours is parsed. */
  get name(): string {
    return this.#setsLock ? unnamed : this.#options.prepared.name;
  }

  /** The messages leave in one piece. An error that is given back is told to `handleError`. */
  submit(driver: unknown): Error | null {
    const connection = driver as DriverConnection; // pg's types of it lack most of what it does.
    const { name } = this.#options.prepared;
    const parsed = connection.parsedStatements[name];
    if (parsed !== undefined && parsed !== this.text) {
      return new Error(`${name} is the name of another statement`);
    }
    connection.stream.cork();
    try {
      this.#writeLock(connection);
      this.#write(connection, parsed === undefined);
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#options.known.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID) }));
  }

  handleDataRow(row: RowMessage): void {
    if (this.#setsLock) {
      return;
    }
    if (this.#options.shape === 'raw') {
      this.#rows.push(row.raw);
      return;
    }
    try {
      this.#rows.push(objectOf(row.fields, this.#options.known.columns ?? []));
    } catch (error) {
      this.#unreadable ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  handleReadyForQuery(): void {
    this.#done(this.#unreadable ? { error: this.#unreadable } : { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.#done({ error });
  }

  /** What follows the bound of the locks is the statement's own; its answer is complete when the session is ready again. */
  handleCommandComplete(): void {
    this.#setsLock = false;
  }

  handleEmptyQuery(): void {
    // A text of nothing has no rows.
  }

  /** The bound holds up to the end that both share, and is set before PostgreSQL takes the locks of the tables. */
  #writeLock(connection: DriverConnection): void {
    const { lockMs } = this.#options;
    if (lockMs !== null) {
      connection.parse({ name: unnamed, text: `select set_config('lock_timeout', $1, true)` });
      connection.bind({ statement: unnamed, values: [String(lockMs)] });
      connection.execute();
    }
  }

  #write(connection: DriverConnection, isNew: boolean): void {
    const { prepared, values, shape, known } = this.#options;
    if (isNew) {
      connection.parse({ name: prepared.name, text: prepared.text });
    }
    connection.bind({ statement: prepared.name, values });
    if (shape === 'objects' && !known.columns) {
      connection.describe({ type: 'P', name: '' });
    }
    connection.execute();
    connection.sync();
  }
}

function objectOf(fields: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, parse }, index) => {
    const text = fields[index];
    row[name] = text === null || text === undefined ? null : parse(text);
  });
  return row;
}
