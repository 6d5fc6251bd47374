import { until, type TemporaryPlatform, type Tenant } from '@rapport/testbed';
import type { Client } from 'pg';

/** Holds each transaction that changes a table of a tenant at its commit, until it lets them go. */
export class HeldCommits {
  readonly sql: Client;
  readonly #key: number;
  readonly #table: string;

  private constructor(sql: Client, key: number, table: string) {
    this.sql = sql;
    this.#key = key;
    this.#table = table;
  }

  static async of(platform: TemporaryPlatform, { schema, number }: Tenant, table: string): Promise<HeldCommits> {
    const sql = await platform.connect('administrator');
    await sql.query(
      `create function ${schema}.hold() returns trigger language plpgsql as
         'begin perform pg_advisory_xact_lock(${number}); return null; end';
       create constraint trigger hold after update on ${schema}.${table} deferrable initially deferred
         for each row execute function ${schema}.hold()`,
    );
    await sql.query('select pg_advisory_lock($1)', [number]);
    return new HeldCommits(sql, number, `${schema}.${table}`);
  }

  /** Waits until a transaction is held, all of which its process has sent; gives the port of its connection. */
  async portOfOne(): Promise<number> {
    let port: number | undefined;
    await until(
      async () => (port = await this.#heldPort()) !== undefined,
      holdMs,
      () => 'no transaction came to its commit',
    );
    return port ?? 0;
  }

  async letGo(): Promise<void> {
    await this.sql.query('select pg_advisory_unlock($1)', [this.#key]);
  }

  /** Waits until a record that was held at its first change has it. */
  async untilChanged(id: string): Promise<void> {
    await until(
      async () =>
        (await this.sql.query(`select from ${this.#table} where id = $1 and version > 1`, [id])).rowCount === 1,
      holdMs,
      () => 'the transaction that was let go was not committed',
    );
  }

  async #heldPort(): Promise<number | undefined> {
    const { rows } = await this.sql.query<{ port: number }>(
      `select client_port as port from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = $1 and objsubid = 1 and not granted`,
      [this.#key],
    );
    return rows[0]?.port;
  }
}

const holdMs = 5_000;
