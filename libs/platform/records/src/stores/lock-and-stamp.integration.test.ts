import { advisoryLocks, statement, type Sent } from '@rapport/database';
import { databasesOfFile, holdTransaction } from '@rapport/database/testing';
import type { RequestContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import type { Customer } from '../testing/customers.ts';
import { readAll } from '../testing/reads.ts';
import { refusalOf } from '../testing/refusals.ts';
import { createTestTenant, newCustomer } from '../testing/tenant.ts';

const databases = await databasesOfFile();

const owner = databases.connect('rapport_owner');
const tenant = await createTestTenant(databases);
/** The tenant in another process, so that the race is between connections and not for a turn in one queue. */
const elsewhere = tenant.within(databases.connect('rapport_public_api'));

function holding(caller: RequestContext, take: Sent): Promise<{ end(): Promise<void> }> {
  const patient = databases.connect('rapport_owner', { poolSize: 1, times: { tenantWriteMs: 60_000 } });
  return holdTransaction(caller, patient.tenant(caller.tenant), take);
}

test('a write that waits for the lock in vain is refused in time and leaves nothing; other tenants write on', async () => {
  const caller = tenant.caller();
  const stranger = await createTestTenant(databases);
  const held = await holding(caller, stamp);
  const key = { key: 'waits', fingerprint: Buffer.from('x') };
  const answered: string[] = [];
  const inVain = [
    refusalOf(tenant.customers.create(caller, { name: 'in vain' })),
    refusalOf(elsewhere.customers.create(caller, { name: 'in vain' }, key)),
  ].map((refusal) => refusal.finally(() => answered.push('in vain')));
  await stranger.customers.create(stranger.caller(), { name: 'of another tenant' });
  answered.push('of another tenant');
  const [plain, keyed] = await Promise.all(inVain);
  await held.end();
  expect([plain?.code, plain?.headers['retry-after']]).toEqual(['service_unavailable', '1']);
  expect([keyed?.code, keyed?.headers['retry-after']]).toEqual(['idempotency_in_progress', '1']);
  expect(answered).toEqual(['of another tenant', 'in vain', 'in vain']);
  expect(await owner.tenant(caller.tenant).query(caller, named.with({ name: 'in vain' }))).toEqual([]);
  expect((await tenant.customers.create(caller, { name: 'in vain' }, key)).replayed).toBe(false);
});

test('a write that meets a locked table is refused in time, says that nothing was done, and keeps no other from its turn', async () => {
  const caller = tenant.caller();
  const { id } = await newCustomer(tenant, caller, { name: 'before' });
  const held = await holding(caller, lockTable);
  const key = { key: 'meets a locked table', fingerprint: Buffer.from('x') };
  // Two of a tenant's writes run at once, so the others have waited for their turn when they meet the table.
  const refusals = await Promise.all([
    refusalOf(tenant.customers.update(caller, id, { name: 'while locked' })),
    refusalOf(tenant.customers.delete(caller, id)),
    refusalOf(tenant.customers.update(caller, id, { name: 'while locked' })),
    refusalOf(tenant.customers.create(caller, { name: 'while locked' }, key)),
    refusalOf(tenant.customers.delete(caller, id)),
    refusalOf(tenant.customers.create(caller, { name: 'while locked' })),
  ]);
  await held.end();
  for (const { message, headers } of refusals) {
    expect(headers['retry-after']).toBe('1');
    expect(message).toContain('nothing of this one was done');
  }
  const others = Array<string>(5).fill('service_unavailable');
  expect(refusals.map(({ code }) => code).toSorted()).toEqual(['idempotency_in_progress', ...others]);
  expect(await owner.tenant(caller.tenant).query(caller, named.with({ name: 'while locked' }))).toEqual([]);
  expect((await tenant.customers.create(caller, { name: 'while locked' }, key)).replayed).toBe(false);
});

test('reads go on while a transaction holds the tenants lock, and its stamp is above every watermark they give', async () => {
  const caller = tenant.caller();
  const read = () => readAll<Customer>((request) => tenant.customers.list(caller, request), { pageSize: 200 });
  const { syncUntilUtc } = await owner.tenant(caller.tenant).transaction(caller, async (sql) => {
    const [row] = await sql.query<{ at: string }>(caller, stampText);
    const during = await read();
    expect((row?.at ?? '') > during.syncUntilUtc).toBe(true);
    return during;
  });
  expect((await read()).syncUntilUtc).toBe(syncUntilUtc);
});

test('a transaction whose stamp comes first keeps the lock when a later savepoint is rolled back', async () => {
  const caller = tenant.caller();
  await owner.tenant(caller.tenant).transaction(caller, async (sql) => {
    await sql.query(caller, stamp);
    await sql.query(caller, savepoint);
    await sql.query(caller, stamp);
    await sql.query(caller, rollbackTo);
    const [locks] = await sql.query<{ n: number }>(caller, lockCount);
    expect(locks?.n).toBe(1);
  });
});

test('a stamp without rights on the clock is an error and never a guess', async () => {
  const caller = tenant.caller();
  await owner.tenant(caller.tenant).query(caller, revokeClock);
  await expect(tenant.customers.create(caller, { name: 'a' })).rejects.toMatchObject({ code: '42501' });
  await owner.tenant(caller.tenant).query(caller, grantClock);
  await newCustomer(tenant, caller, { name: 'a' });
});

test('an update that forgets version or stamp is refused by the table itself', async () => {
  const caller = tenant.caller();
  await newCustomer(tenant, caller, { name: 'a' });
  const sql = tenant.database.tenant(caller.tenant);
  for (const forgetful of [withoutStamp, withoutVersion]) {
    await expect(sql.query(caller, forgetful)).rejects.toMatchObject({ code: '23001' });
  }
});

const lockTable = statement('test_lock_table', 'lock table tenant.customer in access exclusive mode');
const stamp = statement('test_stamp', `select cell.stamp(:tenant, 'tenant.clock')`);
const stampText = statement('test_stamp_text', `select cell.utc(cell.stamp(:tenant, 'tenant.clock')) as at`);
const savepoint = statement('test_savepoint', 'savepoint one');
const rollbackTo = statement('test_rollback_to', 'rollback to one');
const lockCount = statement(
  'test_locks',
  `select count(*)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.tenantWrites} and objid = :tenant
     and pid = pg_backend_pid()`,
);
const named = statement('test_named', 'select id from tenant.customer where name = :name');
const revokeClock = statement('test_revoke', 'revoke all on sequence tenant.clock from rapport_public_api');
const grantClock = statement(
  'test_grant',
  'grant usage, select, update on sequence tenant.clock to rapport_public_api',
);
const withoutStamp = statement('test_no_stamp', `update tenant.customer set name = 'x', version = version + 1`);
const withoutVersion = statement(
  'test_no_version',
  `update tenant.customer set name = 'x', last_modified_on = now() + interval '1 hour'`,
);
