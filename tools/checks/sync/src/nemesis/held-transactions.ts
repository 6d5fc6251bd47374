import { setTimeout as delay } from 'node:timers/promises';
import type { TemporaryPlatform, Tenant } from '@rapport/testbed';
import { SqlWriter } from './sql-writer.ts';

/**
 * Holds transactions in the product's role open, before their first write and after it. Some are rolled back, some end
 * in a timeout, and some write again after a savepoint. The returned function ends them.
 */
export async function holdTransactions(
  platform: TemporaryPlatform,
  tenant: Tenant,
  count: number,
): Promise<() => Promise<number>> {
  const stopping = new AbortController();
  const held = Array.from({ length: count }, async () => {
    const sql = await platform.connect('public-api');
    const writer = new SqlWriter(sql, tenant);
    let transactions = 0;
    try {
      while (!stopping.signal.aborted) {
        await holdOnce(writer).catch(() => sql.query('rollback'));
        transactions += 1;
        await delay(Math.random() * 200);
      }
    } finally {
      await sql.end();
    }
    return transactions;
  });
  return async () => {
    stopping.abort();
    return (await Promise.all(held)).reduce((sum, transactions) => sum + transactions, 0);
  };
}

async function holdOnce(writer: SqlWriter): Promise<void> {
  await writer.begin();
  await writer.sql.query('select 1');
  await delay(skewed(200));
  await writer.create();
  await delay(skewed(300));
  const dice = Math.random();
  if (dice < 0.2) {
    return writer.rollback();
  }
  if (dice < 0.4) {
    await writer.sql.query('savepoint before');
    await writer.create();
    await writer.sql.query('rollback to before');
    await writer.create();
  } else if (dice < 0.5) {
    await writer.sql.query("set local statement_timeout = '30ms'");
    await writer.sql.query('select pg_sleep(1)');
  }
  await writer.commit();
}

/** Mostly a short time, sometimes the longest one allowed. */
function skewed(ms: number): number {
  return Math.random() ** 2 * ms;
}
