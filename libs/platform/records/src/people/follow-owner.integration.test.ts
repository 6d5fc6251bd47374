import { Database, statement, type TenantSql } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { OwnerFollower } from './follow-owner.ts';
import { putMember } from './put-member.ts';
import { customerDefinition } from '../testing/customers.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';

const databases = await databasesOfFile();

/** Lets a user with many records move. Gives the number of entries of the owners' index at which each chunk looked. */
async function entriesOfChunks(records: number): Promise<number[]> {
  const tenant = await createTestTenant(databases);
  const caller = tenant.caller();
  const [from, to] = [newId(), newId()];
  const userId = await tenant.user(from);
  const sql = databases.connect('rapport_subscription_service', { poolSize: 1 }).tenant(caller.tenant);
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, addRecords.with({ at: records, userId, teamId: from }));
  await putMember(caller, sql, { id: userId, name: 'A User', teamId: to, isActive: true, version: 2 });
  const chunks: number[] = [];
  let before = await entriesRead(tenant, sql, owner);
  await new OwnerFollower([customerDefinition]).follow(caller, sql, {
    userId,
    actorId: null,
    afterChunk: async () => {
      const now = await entriesRead(tenant, sql, owner);
      chunks.push(now - before);
      before = now;
    },
  });
  expect(await owner.query(caller, notIn.with({ to }))).toEqual([{ n: 0 }]);
  return chunks;
}

/** The entries read so far. The reader's connection flushes its own statistics first. */
async function entriesRead(tenant: TestTenant, reader: TenantSql, owner: TenantSql): Promise<number> {
  await reader.query(tenant.caller(), flush);
  const [row] = await owner.query<{ n: number }>(tenant.caller(), entries);
  return row?.n ?? 0;
}

test('a chunk costs the same however many records the owner has, and however many of them were moved before', async () => {
  const administratorUrl = databases.administratorUrl('cell');
  const administrator = new Database({ controlUrl: administratorUrl, cells: { cell: administratorUrl } });
  const context = { trace: { traceId: 'test', traceparent: '' } };
  try {
    // PostgreSQL keeps in table and index what an open transaction, like that of a dump, may still see.
    await administrator.cell('cell').transaction(context, async (sql) => {
      await sql.query(context, beginToWrite);
      const few = Math.max(...(await entriesOfChunks(6_000)));
      const many = await entriesOfChunks(24_000);
      expect(many.length).toBeGreaterThanOrEqual(24_000 / 300);
      expect(Math.max(...many)).toBeLessThan(1.5 * few);
    });
  } finally {
    await administrator.close();
  }
});

test('following an owner whose records are in the right team costs a look at them, and stamps none', async () => {
  const tenant = await createTestTenant(databases);
  const caller = tenant.caller();
  const teamId = newId();
  const userId = await tenant.user(teamId);
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, addRecords.with({ at: 7_000, userId, teamId }));
  const sql = databases.connect('rapport_subscription_service').tenant(caller.tenant);
  let chunks = 0;
  const afterChunk = async (): Promise<void> => void (chunks += 1);
  await new OwnerFollower([customerDefinition]).follow(caller, sql, { userId, actorId: null, afterChunk });
  expect([chunks, await owner.query(caller, stamped)]).toEqual([3, [{ n: 0 }]]);
});

const addRecords = statement(
  'test_add_records',
  `insert into tenant.customer (id, code, name, owner_user_id, team_id, version, created_on, last_modified_on)
   select uuidv7(), n::text, 'many', :userId::uuid, :teamId::uuid, 1, at, at + n * interval '1 microsecond'
   from (select cell.stamp(:tenant, 'tenant.clock', :at::int) as at) stamped, generate_series(0, :at - 1) n`,
);
const notIn = statement(
  'test_not_in',
  'select count(*)::int as n from tenant.customer where team_id is distinct from :to',
);
const stamped = statement('test_stamped', 'select count(*)::int as n from tenant.customer where version > 1');
const beginToWrite = statement('test_begin_to_write', 'select pg_current_xact_id()');
const flush = statement('test_flush', 'select pg_stat_force_next_flush()');
const entries = statement(
  'test_entries',
  `select idx_tup_read::int as n from pg_stat_user_indexes
   where schemaname = ':schema' and indexrelname = 'customer_own'`,
);
