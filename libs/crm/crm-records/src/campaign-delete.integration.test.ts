import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { RecordStore } from '@rapport/records';
import { expect, test } from 'vitest';
import { campaigns } from './campaigns.ts';
import { recordKinds } from './record-kinds.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const context = callerOf(tenant);
const surface = { shows: ['id'], writes: ['name'], answers: 'id' } as const;

const databases = await databasesOfFile();
await databases.createTenant(1);
const database = databases.connect('rapport_application_api', { poolSize: 1 });
const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } }).tenant(tenant);

/** The pages of the tenant that were read so far. Both connections flush their statistics first. */
async function pagesRead(): Promise<number> {
  await database.tenant(tenant).query(context, flush);
  await owner.query(context, flush);
  const [row] = await owner.query<{ n: number }>(context, pages);
  return row?.n ?? 0;
}

test('deleting a campaign reads few pages, however many records could name it, and one of them is enough to hold it', async () => {
  const store = new RecordStore(campaigns, surface, { database, all: recordKinds });
  const make = async (): Promise<string> => JSON.parse((await store.create(context, { name: 'A' })).body) as string;
  const [unused, used] = [await make(), await make()];
  // The server would read the tables to vacuum them, and its pages count too.
  await owner.query(context, withoutVacuum);
  for (const fill of fills) {
    await owner.query(context, fill);
  }
  await owner.query(context, nameCampaign.with({ campaignId: used }));
  // The statement is prepared, and pages of the catalogue are in memory.
  await store.delete(context, await make());
  const before = await pagesRead();
  await store.delete(context, unused);
  expect((await pagesRead()) - before).toBeLessThan(200);
  await expect(store.delete(context, used)).rejects.toMatchObject({ code: 'resource_in_use' });
});

const withoutVacuum = statement(
  'test_without_vacuum',
  `do $$ declare t regclass; begin
     for t in select oid::regclass from pg_class where relkind = 'r' and relnamespace::regnamespace::text = ':schema' loop
       execute format('alter table %s set (autovacuum_enabled = false)', t);
     end loop;
   end $$`,
);
const flush = statement('test_flush', 'select pg_stat_force_next_flush()');
const pages = statement(
  'test_pages',
  `select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::bigint as n
   from pg_statio_user_tables where schemaname = ':schema'`,
);
const manyTimes = `cross join lateral (select now() - n * interval '1 minute' as at) given`;
const fills = [
  statement(
    'test_fill_opportunities',
    `insert into tenant.opportunity (id, name, probability, stage, version, created_on, last_modified_on)
     select uuidv7(), 'Opportunity ' || n, 10, ('{prospecting,qualification,proposal,negotiation,closedWon,closedLost}'::text[])[1 + n % 6],
       1, at, at from generate_series(1, 50000) n ${manyTimes}`,
  ),
  statement(
    'test_fill_leads',
    `insert into tenant.lead (id, company_name, version, created_on, last_modified_on)
     select uuidv7(), 'Lead ' || n, 1, at, at from generate_series(1, 20000) n ${manyTimes}`,
  ),
  statement(
    'test_fill_activities',
    `insert into tenant.activity (id, subject, version, created_on, last_modified_on)
     select uuidv7(), 'Activity ' || n, 1, at, at from generate_series(1, 20000) n ${manyTimes}`,
  ),
];
const nameCampaign = statement(
  'test_name_campaign',
  `update tenant.opportunity
   set campaign_id = :campaignId::uuid, version = version + 1, last_modified_on = cell.stamp(:tenant, 'tenant.clock')
   where id = (select id from tenant.opportunity order by last_modified_on limit 1)`,
);
