import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import {
  composedStatements,
  databasesOfFile,
  type PlanSession,
  statementsNotComposed,
} from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import './index.ts';
import { growLogs, keepStatistics, letAnalyse } from './testing/large-cell.ts';
import { context, createTestCell } from './testing/test-cell.ts';

// A statement that is added later is found by itself.
vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

/** Rows for the epoch, for files and for each resource; and the dead letters, which are bounded and read to a bound. */
const smallTables = ['epoch', 'feed_floor', 'marketing_storage', 'poison_event'];

/** The worker may do what a request may not: sort its own batch, and pass over rows on its way through the outbox. */
const itsOwn: Readonly<Record<string, readonly string[]>> = {
  change_feed_move: ['Sort by free.id'],
  relay_new: ['Sort by "*SELECT* 1".seq'],
  relay_page: [
    'Index Scan of outbox for those with (pg_visible_in_snapshot(xid, $2) AND (NOT pg_visible_in_snapshot(xid, $3)))',
  ],
  relay_again: ['Index Scan of outbox for those with pg_visible_in_snapshot(xid, $2)'],
  // The index has the last items of deleted customers alone.
  purge_due: ['Index Only Scan of timeline by all of timeline_ended'],
  purge_timelines: [
    'Index Only Scan of timeline by all of timeline_ended',
    "Index Scan of timeline for those with ((item_type <> 'customerDeleted'::text) OR (occurred_on < (now() - '01:00:00'::interval)))",
    'Tid Scan of timeline',
  ],
  // As many as a chunk has.
  purge_items: ['Tid Scan of timeline'],
  purge_files: ['Tid Scan of marketing_file'],
  // The newest row, which is the first of the index.
  outbox_level: ['Index Only Scan of outbox by all of outbox_seq'],
};

const cell = await createTestCell(await databasesOfFile());
const tenant = await cell.tenant();

test('every statement of this lib is composed here', async () => {
  expect(await statementsNotComposed(import.meta.dirname)).toEqual([]);
  expect(composedStatements(import.meta.dirname).length).toBeGreaterThan(13);
});

test('the worker reads by index and sorts no more than its batch, whatever was known when it planned', async () => {
  const owner = cell.databases
    .connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } })
    .tenant(tenant.tenant);
  await owner.query(context, keepStatistics);
  const early = await openSession();
  expect(await dearPlans(early), 'made while all was empty').toEqual({});
  await owner.query(context, growLogs.with({ rows: 10_000, clientId: newId() }));
  expect(await dearPlans(early), 'kept since').toEqual({});
  expect(await dearPlans(await openSession()), 'made without statistics').toEqual({});
  await owner.query(context, letAnalyse);
  expect(await dearPlans(await openSession()), 'made with statistics').toEqual({});
});

function openSession(): Promise<PlanSession> {
  return cell.databases.planSession('cell', 'rapport_change_feed_worker', smallTables);
}

/** The expensive nodes in the plans of the statements for a cell and its tenants. */
async function dearPlans(session: PlanSession): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const statement of composedStatements(import.meta.dirname).filter(({ text }) => !text.includes('control.'))) {
    const { name } = statement;
    const steps = await session.dearSteps(statement, tenant.tenant.number);
    const dear = (steps ?? ['the worker may not run it']).filter((step) => !itsOwn[name]?.includes(step));
    if (dear.length > 0) {
      found[name] = dear;
    }
  }
  return found;
}
