import pg from 'pg';
import type { Call } from '../call.ts';
import { NoConnection, QueryDeadlineExceeded, spoilsConnection } from '../failures.ts';
import { togetherMax, type RawRow } from '../sql.ts';
import { driverConnection, readRowsLazily } from './driver-connection.ts';
import { KnownStatements, unnamed } from './known-statements.ts';
import type { FormerPassword, RolePassword } from './role-password.ts';
import { wireValue } from './wire-value.ts';
import { WireBatch } from './wire-batch.ts';
import { WireCall } from './wire-call.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** The password where the address has none. */
  readonly password?: RolePassword | undefined;
  readonly applicationName: string;
  readonly connectMs: number;
  /** The most characters of the prepared statements together: each character costs some 120 bytes. */
  readonly statementTextMax: number;
  /** After this time without a statement the server ends the connection: a frozen process gives back what it locked. */
  readonly idleMs?: number;
  /** Gets the failure of each attempt to connect, or null where it succeeded. Where a former password opened the connection, it gets that. */
  readonly onAttempt?: (failure: unknown) => void;
}

/** The part of a call that is sent. */
type WiredCall = Pick<Call, 'sentText' | 'values' | 'form'>;

/** One connection to PostgreSQL. It knows which statements are prepared on it, and forgets the oldest ones in time. */
export class Connection {
  readonly #client: pg.Client;
  readonly #statements: KnownStatements;
  #usable = true;

  private constructor(client: pg.Client, statementTextMax: number) {
    this.#client = client;
    this.#statements = new KnownStatements(statementTextMax, (name) => this.#deallocate(name));
  }

  static async open(options: ConnectionOptions, onLost: (connection: Connection) => void): Promise<Connection> {
    const { url, password, onAttempt } = options;
    const connect = (at: string): Promise<Connection> => Connection.#connect(at, options, onLost);
    let warning: FormerPassword | null = null;
    try {
      const connection = await (password === undefined
        ? connect(url)
        : password.open(
            url,
            (given) => connect(withPassword(url, given)),
            (given) => (warning = given),
          ));
      onAttempt?.(warning);
      return connection;
    } catch (error) {
      onAttempt?.(error);
      throw error;
    }
  }

  static async #connect(
    url: string,
    options: ConnectionOptions,
    onLost: (connection: Connection) => void,
  ): Promise<Connection> {
    const client = new pg.Client({
      connectionString: url,
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

  /** Sends one statement. When the deadline passes, the connection is destroyed, because its state is not known. */
  execute<R>({ sentText, values, form }: WiredCall, deadlineMs: number, lockMs: number | null = null): Promise<R[]> {
    const known = sentText.isComposed ? null : this.#statements.meet(sentText);
    const options = {
      sentText: known ? sentText : { name: unnamed, text: sentText.text },
      values: values.map(wireValue),
      form,
      known: known ?? {},
      setting: sentText.isComposed
        ? plannedForValues
        : lockMs === null
          ? null
          : (['lock_timeout', String(lockMs)] as const),
    };
    return this.#within(deadlineMs, (resolve, reject) => {
      const call = new WireCall(options, (outcome) =>
        // The caller states the type of a row, which the statement's text determines.
        'rows' in outcome ? resolve(outcome.rows as R[]) : reject(outcome.error),
      );
      this.#client.query(call);
    });
  }

  /** Sends statements as one transaction, in one round trip. No more of them are allowed than can stay prepared. */
  executeTogether(calls: readonly Omit<WiredCall, 'form'>[], deadlineMs: number): Promise<RawRow[][]> {
    if (calls.length > togetherMax) {
      throw new RangeError(`${calls.length} statements are too many to be sent at once`);
    }
    const bound = calls.map(({ sentText, values }) => ({
      sentText: this.#statements.meet(sentText) ? sentText : { name: unnamed, text: sentText.text },
      values: values.map(wireValue),
    }));
    return this.#within(deadlineMs, (resolve, reject) => {
      this.#client.query(new WireBatch(bound, resolve, reject));
    });
  }

  /** Sends a text of statements without parameters. They are one transaction, unless the text begins its own. */
  async script(text: string, deadlineMs: number): Promise<void> {
    await this.#sendScript(text, deadlineMs);
  }

  /** PostgreSQL rolls back instead of committing a transaction in which a statement failed, and reports no error. */
  async commit(deadlineMs: number): Promise<void> {
    const { command } = await this.#sendScript('commit', deadlineMs);
    if (command !== 'COMMIT') {
      throw new Error('the transaction was rolled back, because a statement in it had failed');
    }
  }

  destroy(): void {
    this.#usable = false;
    this.#client.end().catch(() => undefined);
    driverConnection(this.#client).stream.destroy();
  }

  /** Ends the connection, and destroys it where the server does not answer in time. */
  async close(): Promise<void> {
    this.#usable = false;
    const timer = setTimeout(() => this.destroy(), closeMs);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  #sendScript(text: string, deadlineMs: number): Promise<pg.QueryResult> {
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

  /** The message goes out in front of the next statement and shares its end, so forgetting costs no round trip. */
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

function withPassword(url: string, password: string): string {
  const complete = new URL(url);
  complete.password ||= encodeURIComponent(password);
  return complete.href;
}

const closeMs = 1_000;
const plannedForValues = ['plan_cache_mode', 'force_custom_plan'] as const;
