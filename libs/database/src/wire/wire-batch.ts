import type pg from 'pg';
import type { DriverConnection, WireValue } from './driver-connection.ts';
import { unnamed } from './known-statements.ts';
import type { RowMessage } from './row-message.ts';
import type { RawRow } from '../sql.ts';
import type { Prepared } from '../tenant/sent-text.ts';

interface Part {
  readonly prepared: Prepared;
  readonly values: readonly WireValue[];
}

/**
 * Several prepared statements on their way at once. They have one end, and what PostgreSQL is sent up to an end is one
 * transaction: it does all of them or none, in one round trip. The rows stay raw.
 */
export class PreparedBatch implements pg.Submittable {
  readonly #parts: readonly Part[];
  readonly #resolve: (rows: RawRow[][]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: RawRow[][];
  #answered = 0;

  constructor(parts: readonly Part[], resolve: (rows: RawRow[][]) => void, reject: (error: Error) => void) {
    this.#parts = parts;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#rows = parts.map(() => []);
  }

  /** The driver notes a statement as prepared under the name and text that its query has at that moment. */
  get name(): string | undefined {
    return this.#parts[this.#answered]?.prepared.name;
  }

  get text(): string | undefined {
    const prepared = this.#parts[this.#answered]?.prepared;
    return prepared?.template ?? prepared?.text;
  }

  submit(driver: unknown): null {
    const connection = driver as DriverConnection; // pg's types of it lack most of what it does.
    const sent = new Set<string>();
    connection.stream.cork();
    try {
      for (const { prepared, values } of this.#parts) {
        const { name } = prepared;
        if (name === unnamed || (connection.parsedStatements[name] === undefined && !sent.has(name))) {
          connection.parse({ name, text: prepared.text });
          sent.add(name);
        }
        connection.bind({ statement: prepared.name, values });
        connection.execute();
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleDataRow(row: RowMessage): void {
    this.#rows[this.#answered]?.push(row.raw);
  }

  handleCommandComplete(): void {
    this.#answered += 1;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleRowDescription(): void {
    // Raw rows need no description, so none was asked for.
  }

  handleEmptyQuery(): void {
    // A text of nothing has no rows.
  }
}
