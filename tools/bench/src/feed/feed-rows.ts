import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { BenchTenant } from '../core/bench-tenants.ts';

const cell = 'rapport_cell_1';
const pollMs = 20;

/** The rows of the cell's database on changes and on when they were moved. */
export class FeedRows {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(administratorUrl: string): Promise<FeedRows> {
    const url = new URL(administratorUrl);
    url.pathname = `/${cell}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return new FeedRows(client);
  }

  async now(): Promise<string> {
    const { rows } = await this.#client.query<{ now: string }>('select cell.utc(clock_timestamp()) as now');
    return rows[0]?.now ?? '';
  }

  /** Waits until the outbox is empty and gives the time that this took; throws where a backlog stays. */
  async untilOutboxIsEmpty(deadlineMs: number): Promise<number> {
    const start = performance.now();
    for (;;) {
      const { rows } = await this.#client.query<{ count: number }>(
        'select count(*)::int as count from (select from cell.outbox limit 1) queued',
      );
      const waited = performance.now() - start;
      if (rows[0]?.count === 0) {
        return waited;
      }
      if (waited > deadlineMs) {
        throw new Error(`The outbox is not empty after ${deadlineMs} ms.`);
      }
      await delay(pollMs);
    }
  }

  /** For each change, the time from its stamp, just before its commit, to the commit that put it into the feed. */
  async millisecondsToFeed(tenants: readonly BenchTenant[], since: string): Promise<number[]> {
    const waits: number[] = [];
    for (const { schema } of tenants) {
      const { rows } = await this.#client.query<{ ms: number }>(
        `select (extract(epoch from pg_xact_commit_timestamp(change_feed.xmin) - change_feed.occurred_on) * 1000)::float8 as ms
           from ${pg.escapeIdentifier(schema)}.change_feed where occurred_on >= $1::timestamptz`,
        [since],
      );
      for (const { ms } of rows) {
        waits.push(ms);
      }
    }
    return waits;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
