import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type Visibility } from '@rapport/kernel';
import { expect, test } from 'vitest';
import type { Customer } from '../../testing/customers.ts';
import type { Page } from '../../testing/reads.ts';
import { createTestTenant } from '../../testing/tenant.ts';

const databases = await databasesOfFile();

const [userId, teamId] = [newId(), newId()];
const views: Visibility[] = [{ scope: 'all' }, { scope: 'own', userId }, { scope: 'team', teamId }];

const tenant = await createTestTenant(databases, databases.connect('rapport_public_api', { poolSize: 1 }));
const caller = { ...tenant.caller(), actor: { userId, clientId: newId() } };
const sql = databases.connect('rapport_owner').tenant(caller.tenant);

/** Sends every statement of a store once, in every view. */
async function useEverything(record: Customer, from: string): Promise<void> {
  for (const visibility of views) {
    const by = { ...caller, visibility };
    for (const read of ['list', 'changes'] as const) {
      const page = await tenant.customers[read](by, { updatedFrom: from, pageSize: 1 });
      const { nextCursor } = JSON.parse(page) as Page<unknown>;
      await tenant.customers[read](by, { cursor: nextCursor ?? '', pageSize: 1 });
    }
    await tenant.customers.get(by, record.id);
    await tenant.customers.getByExternalId(by, record.externalId ?? '');
    await tenant.customers.update(by, record.id, { name: newId() });
    const other = await make(newId());
    await tenant.customers.delete(by, other.id);
  }
}

async function make(externalId: string): Promise<Customer> {
  const { id } = JSON.parse((await tenant.customers.create(caller, { name: 'a', externalId })).body) as Customer;
  await sql.query(caller, giveTeam.with({ id, teamId }));
  return JSON.parse((await tenant.customers.get(caller, id)).body) as Customer;
}

/** The blocks of the tenant and of the outbox that were read so far. Both connections flush their statistics first. */
async function blocksRead(): Promise<number> {
  await tenant.database.tenant(caller.tenant).query(caller, flush);
  await sql.query(caller, flush);
  const [row] = await sql.query<{ n: number }>(caller, blocks);
  return row?.n ?? 0;
}

test('a plan that is made while a tenant is empty reads by index when it is large', async () => {
  const [first] = [await make('first'), await make('second'), await make('third')];
  await sql.query(caller, keepPlans);
  await useEverything(first, first.createdOnUtc);
  await sql.query(caller, grow.with({ count: 20_000, userId, teamId, clientId: caller.actor.clientId }));
  const middle = await make('middle');
  await sql.query(caller, grow.with({ count: 20_000, userId, teamId, clientId: caller.actor.clientId }));
  const before = await blocksRead();
  await useEverything(middle, middle.createdOnUtc);
  const read = (await blocksRead()) - before;
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(1_500);
});

const keepPlans = statement(
  'test_no_autovacuum',
  `do $$ begin
     execute 'alter table tenant.customer set (autovacuum_enabled = false)';
     execute 'alter table tenant.external_id set (autovacuum_enabled = false)';
     execute 'alter table cell.outbox set (autovacuum_enabled = false)';
   end $$`,
);
const flush = statement('test_flush', 'select pg_stat_force_next_flush()');
const blocks = statement(
  'test_blocks',
  `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint as n from pg_statio_user_tables
   where schemaname in (':schema', 'cell')`,
);
const giveTeam = statement(
  'test_give_team',
  `update tenant.customer
   set team_id = :teamId, version = version + 1, last_modified_on = cell.stamp(:tenant, 'tenant.clock') where id = :id`,
);
const grow = statement(
  'test_grow',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock', 20000) as at),
   written as (
     insert into tenant.customer (id, code, name, external_ids, owner_user_id, team_id, version, created_on, last_modified_on)
     select uuidv7(), uuidv7()::text, 'many', jsonb_build_object(:clientId::uuid, uuidv7()::text), :userId::uuid, :teamId::uuid,
       1, at, at + n * interval '1 microsecond'
     from stamped, generate_series(1, :count::int - 1) n
     returning id, external_ids, last_modified_on
   ),
   external as (
     insert into tenant.external_id (resource, record_id, client_id, external_id)
     select 1, id, :clientId::uuid, external_ids ->> :clientId::uuid::text from written
   )
   insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_after, team_after)
   select uuidv7(), :tenant, 1, id, 'created', 1, last_modified_on, :userId, :teamId from written`,
);
