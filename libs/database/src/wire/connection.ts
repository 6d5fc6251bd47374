import pg from 'pg';
import { driverConnection, readRowsLazily } from './driver-connection.ts';
import { NoConnection, QueryDeadlineExceeded, spoilsConnection } from '../failures.ts';
import { KnownStatements, unnamed } from './known-statements.ts';
import { PreparedBatch } from './wire-batch.ts';
import { PreparedQuery, type RowShape } from './wire-call.ts';
import type { RawRow } from '../sql.ts';
import type { Prepared } from '../tenant/sent-text.ts';
import { wireValue } from './wire-value.ts';

export interface ConnectionOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly connectMs: number;
  /** How many characters the statements may have together that the session keeps prepared: each costs it some 120 bytes. */
  readonly statementTextMax: number;
  /** After this time without a statement the server ends the session: a frozen process gives back what it locked. */
  readonly idleMs?: number;
}

/** One session of PostgreSQL. It knows which statements it has prepared, and forgets the oldest ones in time. */
export class Connection {
  readonly #client: pg.Client;
  readonly #statements: KnownStatements;
  #usable = true;

  private constructor(client: pg.Client, statementTextMax: number) {
    this.#client = client;
    this.#statements = new KnownStatements(statementTextMax, (name) => this.#deallocate(name));
  }

  static async open(options: ConnectionOptions, onLost: (connection: Connection) => void): Promise<Connection> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.applicationName,
      connectionTimeoutMillis: options.connectMs,
      keepAlive: true,
      ...(options.idleMs === undefined ? {} : { options: `-c idle_session_timeout=${options.idleMs}` }),
    });
    readRowsLazily(client);
    const connection = new Connection(client, options.statementTextMax);
    client.on('error', () => connection.#lose(onLost));
    client.on('end', () => connection.#lose(onLost));
    try {
      await client.connect();
    } catch (error) {
      connection.destroy();
      throw new NoConnection('connect', 'no connection to PostgreSQL', error);
    }
    return connection;
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Runs one prepared statement. When the deadline passes the session is destroyed: what it does still is not known. */
  execute<R>(
    prepared: Prepared,
    values: readonly unknown[],
    shape: RowShape,
    deadlineMs: number,
    lockMs: number | null = null,
  ): Promise<R[]> {
    const known = this.#statements.meet(prepared);
    const options = {
      prepared: known ? prepared : { name: unnamed, text: prepared.text },
      values: values.map(wireValue),
      shape,
      known: known ?? {},
      lockMs,
    };
    return this.#within(deadlineMs, (resolve, reject) => {
      const query = new PreparedQuery(options, (outcome) =>
        // The caller states the row's form; the statement's text is its witness.
        'rows' in outcome ? resolve(outcome.rows as R[]) : reject(outcome.error),
      );
      this.#client.query(query);
    });
  }

  /** Runs prepared statements as one transaction, in one round trip: no more of them than it may keep prepared. */
  executeTogether(
    calls: readonly { readonly prepared: Prepared; readonly values: readonly unknown[] }[],
    deadlineMs: number,
  ): Promise<RawRow[][]> {
    if (calls.length > togetherMax) {
      throw new RangeError(`${calls.length} statements are too many to be sent at once`);
    }
    const parts = calls.map(({ prepared, values }) => ({
      prepared: this.#statements.meet(prepared) ? prepared : { name: unnamed, text: prepared.text },
      values: values.map(wireValue),
    }));
    return this.#within(deadlineMs, (resolve, reject) => {
      this.#client.query(new PreparedBatch(parts, resolve, reject));
    });
  }

  /** Runs a text of one or more statements without parameters; together they are one transaction, if it begins none. */
  async script(text: string, deadlineMs: number): Promise<void> {
    await this.#sendText(text, deadlineMs);
  }

  /** PostgreSQL answers the commit of a transaction in which a statement failed by rolling it back, and calls that no error. */
  async commit(deadlineMs: number): Promise<void> {
    const { command } = await this.#sendText('commit', deadlineMs);
    if (command !== 'COMMIT') {
      throw new Error('the transaction was rolled back, because a statement in it had failed');
    }
  }

  destroy(): void {
    this.#usable = false;
    this.#client.end().catch(() => undefined);
    driverConnection(this.#client).stream.destroy();
  }

  /** Says goodbye; whoever does not answer within a second is left behind. */
  async close(): Promise<void> {
    this.#usable = false;
    const timer = setTimeout(() => this.destroy(), 1_000);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  #sendText(text: string, deadlineMs: number): Promise<pg.QueryResult> {
    return this.#within(deadlineMs, (resolve, reject) => {
      this.#client.query(text, (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      );
    });
  }

  #within<T>(
    deadlineMs: number,
    send: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new QueryDeadlineExceeded(deadlineMs));
        this.destroy();
      }, deadlineMs);
      send(
        (value) => {
          clearTimeout(timer);
          resolve(value);
        },
        (error) => {
          clearTimeout(timer);
          this.#usable &&= !spoilsConnection(error);
          reject(error);
        },
      );
    });
  }

  /** The message goes out in front of the next statement's, whose end it shares: forgetting costs no round trip. */
  #deallocate(name: string): void {
    const connection = driverConnection(this.#client);
    connection.close({ type: 'S', name });
    delete connection.parsedStatements[name];
  }

  #lose(onLost: (connection: Connection) => void): void {
    if (this.#usable) {
      this.#usable = false;
      onLost(this);
    }
  }
}

const togetherMax = 50;
