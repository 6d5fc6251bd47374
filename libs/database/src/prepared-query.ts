import type pg from 'pg';
import type { DriverConnection, WireValue } from './driver-connection.ts';
import type { Column, KnownStatement } from './known-statements.ts';
import type { RowMessage } from './row-message.ts';
import type { Prepared } from './tenant-text.ts';
import { typeParser } from './type-parsers.ts';

export type RowShape = 'objects' | 'raw';

type Outcome = { readonly rows: unknown[] } | { readonly error: Error };

/**
 * One prepared statement on its way, in place of pg's own query. That one has the columns described with each answer, which
 * costs both sides more than most rows; here a session asks once, and never where rows stay raw.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string;
  /** What the driver notes as the name's text: one that tenants share, so that their texts are held by PostgreSQL alone. */
  readonly text: string;
  readonly #prepared: Prepared;
  readonly #values: readonly WireValue[];
  readonly #shape: RowShape;
  readonly #known: KnownStatement;
  readonly #done: (outcome: Outcome) => void;
  readonly #rows: unknown[] = [];
  #unreadable: Error | undefined;

  constructor(
    prepared: Prepared,
    values: readonly WireValue[],
    shape: RowShape,
    known: KnownStatement,
    done: (outcome: Outcome) => void,
  ) {
    this.name = prepared.name;
    this.text = prepared.template ?? prepared.text;
    this.#prepared = prepared;
    this.#values = values;
    this.#shape = shape;
    this.#known = known;
    this.#done = done;
  }

  /** The messages leave in one piece. An error that is given back is told to `handleError`. */
  submit(driver: unknown): Error | null {
    const connection = driver as DriverConnection; // pg's types of it lack most of what it does.
    const parsed = connection.parsedStatements[this.name];
    if (parsed !== undefined && parsed !== this.text) {
      return new Error(`${this.name} is the name of another statement`);
    }
    connection.stream.cork();
    try {
      this.#write(connection, parsed === undefined);
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#known.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID) }));
  }

  handleDataRow(row: RowMessage): void {
    if (this.#shape === 'raw') {
      this.#rows.push(row.raw);
      return;
    }
    try {
      this.#rows.push(objectOf(row.fields, this.#known.columns ?? []));
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

  handleCommandComplete(): void {
    // The answer is complete when the session is ready again, as it is at once.
  }

  handleEmptyQuery(): void {
    // A text of nothing has no rows.
  }

  #write(connection: DriverConnection, isNew: boolean): void {
    if (isNew) {
      connection.parse({ name: this.name, text: this.#prepared.text });
    }
    connection.bind({ statement: this.name, values: this.#values });
    if (this.#shape === 'objects' && !this.#known.columns) {
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
