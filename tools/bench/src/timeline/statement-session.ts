import { cpuMicroseconds } from '@rapport/testbed';
import pg from 'pg';

/** A connection that sends one statement after the other, and what that costs the process of PostgreSQL behind it. */
export class StatementSession {
  readonly #client: pg.Client;
  readonly #pid: number;

  private constructor(client: pg.Client, pid: number) {
    this.#client = client;
    this.#pid = pid;
  }

  /** Its commits do not wait for the disk, which costs no CPU. */
  static async open(connectionString: string, role?: string): Promise<StatementSession> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query('set synchronous_commit = off');
    if (role !== undefined) {
      await client.query(`set plan_cache_mode = force_generic_plan; set role ${role}`);
    }
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return new StatementSession(client, rows[0]?.pid ?? 0);
  }

  /** The microseconds of CPU of so many executions together. */
  async costOf(times: number, queryOf: (number: number) => pg.QueryConfig): Promise<number> {
    const before = cpuMicroseconds(this.#pid);
    for (let number = 0; number < times; number += 1) {
      await this.#client.query(queryOf(number));
    }
    return cpuMicroseconds(this.#pid) - before;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
