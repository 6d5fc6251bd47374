import type pg from 'pg';
import type { RawRow } from '../sql.ts';
import type { SentText } from '../tenant/tenant-text.ts';
import type { DriverConnection, WireValue } from './driver-connection.ts';
import { unnamed } from './known-statements.ts';
import type { RowMessage } from './row-message.ts';

interface BoundCall {
  readonly sentText: SentText;
  readonly values: readonly WireValue[];
}

/**
 * Several statements on their way at once. They have one end, and what PostgreSQL is sent up to an end is one
 * transaction: it does all of them or none, in one round trip. The rows stay raw.
 */
export class WireBatch implements pg.Submittable {
  readonly #calls: readonly BoundCall[];
  readonly #resolve: (rows: RawRow[][]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: RawRow[][];
  #answered = 0;

  constructor(bound: readonly BoundCall[], resolve: (rows: RawRow[][]) => void, reject: (error: Error) => void) {
    this.#calls = bound;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#rows = bound.map(() => []);
  }

  /** The driver notes a statement as prepared under the name and text that the batch has at that moment. */
  get name(): string | undefined {
    return this.#calls[this.#answered]?.sentText.name;
  }

  get text(): string | undefined {
    const sentText = this.#calls[this.#answered]?.sentText;
    return sentText?.template ?? sentText?.text;
  }

  submit(driver: unknown): null {
    const connection = driver as DriverConnection; // pg's types of it lack most of what it does.
    const parsed = new Set<string>();
    connection.stream.cork();
    try {
      for (const { sentText, values } of this.#calls) {
        const { name } = sentText;
        if (name === unnamed || (connection.parsedStatements[name] === undefined && !parsed.has(name))) {
          connection.parse({ name, text: sentText.text });
          parsed.add(name);
        }
        connection.bind({ statement: name, values });
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
