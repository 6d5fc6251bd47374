import { advisoryLocks, statement } from '@rapport/database';
import { createTestDatabases, databasesOfFile } from '@rapport/database/testing';
import { expect, inject, test } from 'vitest';
import { checkSync } from './sync-checker.ts';
import { createTestTenant, type TestTenant } from '../tenant.ts';

const databases = await databasesOfFile();

/** One tenant as several processes with pools of their own see it. The last one is impatient, so writes are refused. */
async function seenByProcesses(): Promise<TestTenant[]> {
  const connect = (tenantWriteMs: number) =>
    databases.connect('rapport_public_api', { poolSize: 8, times: { tenantWriteMs } });
  const first = await createTestTenant(databases, connect(3_000));
  return [first, first.within(connect(3_000)), first.within(connect(400))];
}

test('no client misses a change, from whichever time it goes on, and every own write is there at once', async () => {
  const tenants = await seenByProcesses();
  const report = await checkSync(tenants, { writers: 20, holders: 4, commits: 1_000 });
  console.info('synchronisation', JSON.stringify(report));
  expect(report.commits).toBeGreaterThanOrEqual(1_000);
  expect(report.refused).toBeGreaterThan(0);
  expect(report).toMatchObject({
    missedInLists: 0,
    missedInFeeds: 0,
    phantoms: 0,
    ownWritesMissing: 0,
    watermarkStepsBack: 0,
  });
}, 120_000);

test('the checker finds missed changes where writes do not take the lock of their tenant', async () => {
  const unlocked = await createTestDatabases(inject('postgresAdministratorUrl'));
  try {
    const owner = unlocked.connect('rapport_owner', { poolSize: 1 }).cell('cell');
    const { trace } = { trace: { traceId: 'test', traceparent: '' } };
    const [row] = await owner.query<{ text: string }>({ trace }, stampText);
    const withoutLock =
      row?.text.replace(`(pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, tenant) IS NOT NULL)`, 'true') ?? '';
    expect(withoutLock).not.toBe(row?.text);
    await owner.script({ trace }, 'take_the_lock_away', withoutLock);
    const tenant = await createTestTenant(unlocked, unlocked.connect('rapport_public_api', { poolSize: 16 }));
    const other = tenant.within(unlocked.connect('rapport_public_api', { poolSize: 16 }));
    const report = await checkSync([tenant, other], { writers: 8, holders: 8, commits: 500 });
    console.info('without the lock', JSON.stringify(report));
    expect(report.missedInLists + report.missedInFeeds).toBeGreaterThan(0);
  } finally {
    await unlocked.drop();
  }
}, 120_000);

const stampText = statement('stamp_text', `select pg_get_functiondef('cell.stamp'::regproc) as text`);
