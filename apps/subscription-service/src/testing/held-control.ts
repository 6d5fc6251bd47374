import { operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';
import { expect } from 'vitest';

/**
 * Lets changes go as far as their first line in the audit, which is behind all that they look at, or to the lock for which
 * they wait before, in this order. Then they go on. Each outcome is 'done' or the code of the refusal.
 */
export async function heldAtAudit(
  owner: Database,
  ...begin: readonly (() => Promise<unknown>)[]
): Promise<(string | undefined)[]> {
  const outcomes: Promise<string | undefined>[] = [];
  await owner.control.transaction(operator, async (sql) => {
    await sql.query(operator, holdAudit);
    for (const start of begin) {
      outcomes.push(outcomeOf(start()));
      await expect
        .poll(() => sql.query(operator, waiting), { interval: 2, timeout: 1_200 })
        .toEqual([{ count: outcomes.length }]);
    }
  });
  return Promise.all(outcomes);
}

function outcomeOf(change: Promise<unknown>): Promise<string | undefined> {
  return change.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );
}

const holdAudit = statement('t_hold_audit', 'lock table control.audit in share mode');

// Who waits for the end of a transaction is of no database, but holds locks in its own.
const waiting = statement(
  't_waiting',
  `select count(*)::int as count from pg_locks waiting where not waiting.granted and waiting.pid in (
  select pid from pg_locks where database = (select oid from pg_database where datname = current_database()))`,
);
