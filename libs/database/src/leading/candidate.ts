import type { CallContext } from '@rapport/kernel';
import { Connection, type ConnectionOptions } from '../wire/connection.ts';
import { NoConnection } from '../failures.ts';
import { Leader } from './leader.ts';
import type { ConnectionSource, Session } from '../database-sender.ts';
import { statement } from '../statement.ts';

export interface CandidateOptions {
  readonly connection: ConnectionOptions;
  /** The second key of the lock that decides. */
  readonly lockKey: number;
  /** Sends statements to connections from there, as all statements to this database are sent. */
  readonly sessionOn: (source: ConnectionSource) => Session;
}

/**
 * Stands for what only one process does at a time. The lock belongs to a session of its own, direct to the server: it is
 * given back when the session ends, and the server ends it when it has heard nothing of the process for some seconds. So
 * a leader can be replaced while it still believes that it leads, and whatever leaders do must bear that.
 */
export class Candidate {
  readonly #options: CandidateOptions;
  #connection: Connection | undefined;
  #leader: Leader | undefined;

  constructor(options: CandidateOptions) {
    this.#options = options;
  }

  /** Leads from now on, or is null while another process does. */
  async stand(context: CallContext): Promise<Leader | null> {
    const { sessionOn, lockKey } = this.#options;
    const asking = sessionOn({ acquire: () => this.#connect(), release: () => undefined });
    const call = {
      statement: tryLock,
      prepared: tryLock,
      values: [lockKey],
      shape: 'objects',
      tenant: null,
      turn: null,
    } as const;
    const [row] = await asking.run<{ leads: boolean }>(context, call);
    const connection = this.#connection;
    if (!row?.leads || !connection) {
      return null;
    }
    const leading = sessionOn({ acquire: () => usable(connection), release: () => undefined });
    this.#leader = new Leader(leading, () => connection.usable);
    return this.#leader;
  }

  /** Ends the session, and the leadership with it. */
  async close(): Promise<void> {
    this.#leader?.lose();
    await this.#connection?.close();
    this.#connection = undefined;
  }

  async #connect(): Promise<Connection> {
    if (!this.#connection?.usable) {
      const options = { ...this.#options.connection, idleMs: unheardMs };
      this.#connection = await Connection.open(options, () => this.#leader?.lose());
    }
    return this.#connection;
  }
}

/** A lost session takes the lock along, so no other one is opened in its place. */
async function usable(connection: Connection): Promise<Connection> {
  if (!connection.usable) {
    throw new NoConnection('connect', 'the session that held the lock is gone');
  }
  return connection;
}

/** How long the server waits for a sign of life of whoever holds the lock. */
const unheardMs = 5_000;

const tryLock = statement('try_to_lead', 'select pg_try_advisory_lock(779, $1::int) as leads');
