import type pg from 'pg';
import type { SentText } from '../tenant/tenant-text.ts';
import type { DriverConnection, WireValue } from './driver-connection.ts';
import { unnamed, type Column, type KnownStatement } from './known-statements.ts';
import type { RowForm, RowMessage } from './row-message.ts';
import { typeParser } from './type-parsers.ts';

export interface WireCallOptions {
  readonly sentText: SentText;
  readonly values: readonly WireValue[];
  readonly form: RowForm;
  readonly known: KnownStatement;
  /** This statement's own setting: how long it may wait for each lock, its tables' included, or how it is planned. */
  readonly setting: readonly [name: string, value: string] | null;
}

type Outcome = { readonly rows: unknown[] } | { readonly error: Error };

/**
 * One statement on its way, in place of pg's own query. That one has the columns described with each answer, which
 * costs both sides more than most rows. This one asks once for each connection, and never where rows stay raw.
 */
export class WireCall implements pg.Submittable {
  /** The text that the driver keeps. Tenants share it, so that PostgreSQL alone holds each tenant's text. */
  readonly text: string;
  readonly #options: WireCallOptions;
  readonly #done: (outcome: Outcome) => void;
  readonly #rows: unknown[] = [];
  #isSetting: boolean;
  #unreadable: Error | undefined;

  constructor(options: WireCallOptions, done: (outcome: Outcome) => void) {
    this.text = options.sentText.template ?? options.sentText.text;
    this.#options = options;
    this.#done = done;
    this.#isSetting = options.setting !== null;
  }

  /** The driver notes this name as prepared when PostgreSQL has parsed any text, so it is ours only after our text. */
  get name(): string {
    return this.#isSetting ? unnamed : this.#options.sentText.name;
  }

  /** Sends the messages in one piece. The driver hands an error that is returned to `handleError`. */
  submit(driver: unknown): Error | null {
    const connection = driver as DriverConnection; // pg's types of it lack most of what it does.
    const { name } = this.#options.sentText;
    const parsed = connection.parsedStatements[name];
    if (parsed !== undefined && parsed !== this.text) {
      return new Error(`${name} is the name of another statement`);
    }
    connection.stream.cork();
    try {
      this.#writeSetting(connection);
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
    if (this.#isSetting) {
      return;
    }
    if (this.#options.form !== 'objects') {
      this.#rows.push(row[this.#options.form]);
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

  /** Rows after the setting are the statement's own. Its answer ends when the connection is ready again. */
  handleCommandComplete(): void {
    this.#isSetting = false;
  }

  handleEmptyQuery(): void {
    // A text of nothing has no rows.
  }

  /** It holds up to the end that both share, and is set before PostgreSQL plans or takes the locks of the tables. */
  #writeSetting(connection: DriverConnection): void {
    const { setting } = this.#options;
    if (setting !== null) {
      connection.parse({ name: unnamed, text: 'select set_config($1, $2, true)' });
      connection.bind({ statement: unnamed, values: setting });
      connection.execute();
    }
  }

  #write(connection: DriverConnection, isNew: boolean): void {
    const { sentText, values, form, known } = this.#options;
    if (isNew) {
      connection.parse({ name: sentText.name, text: sentText.text });
    }
    connection.bind({ statement: sentText.name, values, binary: form === 'bytes' });
    if (form === 'objects' && !known.columns) {
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
