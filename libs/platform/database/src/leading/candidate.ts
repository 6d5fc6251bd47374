import type { CallContext } from '@rapport/kernel';
import { advisoryLocks } from '../advisory-locks.ts';
import { callOf } from '../call.ts';
import type { DatabaseSender } from '../database-sender.ts';
import { NoConnection } from '../failures.ts';
import type { ConnectionSource } from '../pool/connection-source.ts';
import { statement } from '../statements/statement.ts';
import { Connection, type ConnectionOptions } from '../wire/connection.ts';
import { Leader } from './leader.ts';

export interface CandidateOptions {
  readonly connection: ConnectionOptions;
  /** The second key of the lock that decides. */
  readonly lockKey: number;
  /** Makes a sender to this database that takes its connections from the source. */
  readonly senderOn: (source: ConnectionSource) => DatabaseSender;
}

/**
 * Stands for what only one process does at a time. The lock belongs to a connection of its own, direct to the server.
 * The lock is free again when that connection ends, and the server ends it when it has heard nothing of the process for
 * some seconds. So a leader can be replaced while it still believes that it leads, and all work of leaders must bear
 * that.
 */
export class Candidate {
  readonly #options: CandidateOptions;
  #connection: Connection | undefined;
  #leader: Leader | undefined;

  constructor(options: CandidateOptions) {
    this.#options = options;
  }

  /** The leader, which this process is from now on, or null while another process leads. */
  async stand(context: CallContext): Promise<Leader | null> {
    const { senderOn, lockKey } = this.#options;
    const asking = senderOn({ use: async (_tenant, _purpose, work) => work(await this.#connect()) });
    const [row] = await asking.run<{ leads: boolean }>(context, callOf(tryLock.with({ lockKey }), 'objects'));
    const connection = this.#connection;
    if (!row?.leads || !connection) {
      return null;
    }
    const leading = senderOn({ use: async (_tenant, _purpose, work) => work(usable(connection)) });
    this.#leader = new Leader(leading, () => connection.usable);
    return this.#leader;
  }

  /** Ends the connection, and the leadership with it. */
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

/** A lost connection takes the lock along, so no other one is opened in its place. */
function usable(connection: Connection): Connection {
  if (!connection.usable) {
    throw new NoConnection('connect', 'the session that held the lock is gone');
  }
  return connection;
}

/** The server waits so long for a sign of life of the process that holds the lock. */
const unheardMs = 5_000;

const tryLock = statement(
  'try_to_lead',
  `select pg_try_advisory_lock(${advisoryLocks.leading}, :lockKey::int) as leads`,
);
