import { statement } from '@rapport/database';
import { createTestDatabases, type PlanSession, type PlanValue, type TestDatabases } from '@rapport/database/testing';
import { newId, type Search } from '@rapport/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { searchedCustomers } from '../testing/searched-records.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';
import { deepSearch } from './deep-search.ts';
import { searchBounds } from './search-bounds.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';
import { recordFields } from './search-fields.ts';

const customers = 1_000;
const changes = 400;
const ownerUserId = newId();

let databases: TestDatabases;
let tenant: TestTenant;
let session: PlanSession;
let ids: readonly string[];

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  tenant = await createTestTenant(databases);
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant.caller().tenant);
  // A planner without statistics expects a row of each step, and joins row by row.
  for (const table of ['customer', 'search_text']) {
    const text = `alter table tenant.${table} set (autovacuum_enabled = false)`;
    await owner.query(tenant.caller(), statement(`test_keep_${table}`, text));
  }
  const made = await owner.query<{ id: string }>(tenant.caller(), fill, [customers, ownerUserId]);
  ids = made.map(({ id }) => id);
  await owner.query(tenant.caller(), logged, [ids.slice(0, changes)]);
  session = await databases.planSession('cell', 'rapport_application_api');
});
afterAll(() => databases.drop());

test('what a page far from the first costs grows with the changes, and not with their square', async () => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const search: Search = { pageNumber: 90, pageSize: 10, sort, words: ['kaya'], filters: [] };
  const fields = recordFields(searchedCustomers);
  const parts = {
    definition: searchedCustomers,
    terms: searchTerms(searchedCustomers, fields, search, { scope: 'own', userId: ownerUserId }),
    search,
    sort: fieldNamed(fields, sort.by),
    item: () => 'record.id',
  };
  const asOf = '2020-01-01 00:00:00+00';
  const walk = {
    ...{ bounds: searchBounds, recordsMax: 100 },
    places: { ids: Buffer.alloc(0), asOf },
    known: { spare: customers, asOf, textShare: 1 },
  };
  const values: PlanValue[] = [];
  const bind = (value: unknown): string => `$${values.push(Buffer.isBuffer(value) ? ids : (value as PlanValue))}`;
  const sent = { ...statement('test_deep_search', deepSearch(parts, walk, bind)), isComposed: true as const };
  const { missed, readings } = await session.measure(sent, tenant.number, values);
  expect(readings.find((reading) => reading.startsWith('search_text_pkey'))).toBe(`search_text_pkey ${changes + 100}`);
  expect(missed).toBeLessThan(10 * changes);
});

/** $1 customers $2 their owner */
const fill = statement(
  'test_fill',
  `with made as (
     insert into tenant.customer (id, code, name, owner_user_id, version, created_on, last_modified_on)
     select uuidv7(), 'F-' || n, 'Kaya ' || to_char(n, 'FM0000'), $2::uuid, 1, now(), now()
     from generate_series(1, $1::int) n returning *
   ),
   texted as (
     insert into tenant.search_text (resource, record_id, folded)
     select 1, id, cell.search_text(code, name) from made
   )
   select id from made order by name`,
);

/** $1 the customers that changed */
const logged = statement(
  'test_logged',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   select uuidv7(), :tenant, 1, id, 'updated', 1, at.time
   from unnest($1::uuid[]) id, (values (now()), ('2020-01-01 00:00:00+00'::timestamptz)) at (time)`,
);
