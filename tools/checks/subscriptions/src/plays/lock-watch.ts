import { closedLoop, type Loop } from '@rapport/testbed';
import type { Client } from 'pg';

/** A session that waited for a lock of another one, with what both were doing. */
export interface Wait {
  readonly waiting: string;
  readonly holding: string;
}

/** Polls who waits for locks that sessions of one role hold, in the database of its connection. */
export class LockWatch {
  readonly waits: Wait[] = [];
  /** In how many polls a session of the role held a lock of a relation. */
  holding = 0;
  readonly #client: Client;
  readonly #role: string;
  readonly #polling: Loop;

  constructor(client: Client, role: string) {
    this.#client = client;
    this.#role = role;
    this.#polling = closedLoop(() => this.#poll(), { pauseMs });
  }

  stop(): Promise<void> {
    return this.#polling.stop();
  }

  async #poll(): Promise<void> {
    const { rows } = await this.#client.query<Wait>({ ...waitsFor, values: [this.#role] });
    this.waits.push(...rows);
    const holders = await this.#client.query<{ count: number }>({ ...holdersOf, values: [this.#role] });
    this.holding += (holders.rows[0]?.count ?? 0) > 0 ? 1 : 0;
  }
}

const pauseMs = 5;

const waitsFor = {
  name: 'who_waits',
  text: `select waiting.query as waiting, holding.query as holding
    from pg_stat_activity waiting cross join unnest(pg_blocking_pids(waiting.pid)) holder
      join pg_stat_activity holding on holding.pid = holder
    where waiting.wait_event_type = 'Lock' and waiting.datname = current_database() and waiting.usename <> $1
      and holding.usename = $1`,
};

const holdersOf = {
  name: 'who_holds',
  text: `select count(*)::int as count from pg_locks held join pg_stat_activity session on session.pid = held.pid
    where session.usename = $1 and session.datname = current_database() and held.locktype = 'relation' and held.granted`,
};
