import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** A session that waited for a lock of another one, with what both were doing. */
export interface Wait {
  readonly waiting: string;
  readonly holding: string;
}

/** Looks again and again at who waits for locks that sessions of one role hold, in the database of its connection. */
export class LockLooks {
  readonly waits: Wait[] = [];
  looks = 0;
  /** In how many looks a session of the role held a lock of a relation. */
  holding = 0;
  readonly #client: Client;
  readonly #role: string;
  readonly #looking: Promise<void>;
  #isStopping = false;

  constructor(client: Client, role: string) {
    this.#client = client;
    this.#role = role;
    this.#looking = this.#look();
    // The one who stops the looks is told of one that failed.
    this.#looking.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (!this.#isStopping) {
      const { rows } = await this.#client.query<Wait>({ ...waitsFor, values: [this.#role] });
      this.waits.push(...rows);
      const holders = await this.#client.query<{ count: number }>({ ...holdersOf, values: [this.#role] });
      this.holding += (holders.rows[0]?.count ?? 0) > 0 ? 1 : 0;
      this.looks += 1;
      await delay(pauseMs);
    }
  }
}

const pauseMs = 5;

const waitsFor = {
  name: 'who_waits',
  text: `select w.query as waiting, h.query as holding
    from pg_stat_activity w cross join unnest(pg_blocking_pids(w.pid)) holder join pg_stat_activity h on h.pid = holder
    where w.wait_event_type = 'Lock' and w.datname = current_database() and w.usename <> $1 and h.usename = $1`,
};

const holdersOf = {
  name: 'who_holds',
  text: `select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where a.usename = $1 and a.datname = current_database() and l.locktype = 'relation' and l.granted`,
};
