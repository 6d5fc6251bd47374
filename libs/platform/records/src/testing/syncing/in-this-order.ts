import { advisoryLocks, statement, type Database } from '@rapport/database';
import { expect } from 'vitest';
import type { NamedTenant } from '../named-tenant.ts';

/**
 * Lets pieces of work read what is there, and wait for the tenant's lock in this order. A statement that waits has its
 * snapshot already. The results come in the same order.
 */
export async function inThisOrder(
  owner: Database,
  { caller }: NamedTenant,
  ...begin: readonly (() => Promise<unknown>)[]
): Promise<unknown[]> {
  const work: Promise<unknown>[] = [];
  await owner.tenant(caller.tenant).transaction(caller, async (sql) => {
    await sql.query(caller, lock);
    for (const start of begin) {
      const running = start();
      running.catch(() => undefined);
      work.push(running);
      await expect
        .poll(() => sql.query(caller, waiting), { interval: 2, timeout: 10_000 })
        .toEqual([{ n: work.length }]);
    }
  });
  return Promise.all(work);
}

const lock = statement('test_lock', `select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant)`);

const waiting = statement(
  'test_waiting',
  `select count(*)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.tenantWrites} and objid = :tenant and not granted
     and database = (select oid from pg_database where datname = current_database())`,
);
