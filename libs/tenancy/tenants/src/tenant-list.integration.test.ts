import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import type { TenantFilter } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { countedCells } from './cell-store.ts';
import { listStatement, TenantList } from './tenant-list.ts';

const context = untracedContext();
const databases = await databasesOfFile();
const list = new TenantList(databases.connect('rapport_subscription_service'));
const fill = [
  `insert into control.cell (name) values ('cell'), ('rare')`,
  `insert into control.tenant (id, name, cell, state, is_unverified)
select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
  case n % 1000 when 1 then 'Räre 100%_x' else 'Company ' || n end, case n % 1000 when 2 then 'rare' else 'cell' end,
  case n % 1000 when 3 then 'provisioning' when 4 then 'provisioningFailed' when 5 then 'suspended' else 'active' end,
  n % 1000 = 6
from generate_series(1, 20000) n`,
  `insert into control.subscription (tenant_id, plan_code, status, past_due_since, suspends_on, trial_ends, period_ends)
select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, case n % 1000 when 7 then 'enterprise' else 'free' end,
  case n % 1000 when 8 then 'ended' when 9 then 'unpaid' when 10 then 'pastDue' when 11 then 'trialing' else 'active' end,
  case when n % 1000 = 10 then now() end, case when n % 1000 = 10 then now() end,
  case when n % 1000 = 11 then now() + interval '1 month' end, now() + interval '1 month'
from generate_series(1, 20000) n`,
  `insert into control.identity (id, email, email_key, password_hash, is_verified)
select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, address, address, 'x', n <> 10
from generate_series(1, 20000) n cross join lateral (select 'owner' || n || '@example.test' as address) a where n <> 11`,
  `insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope, email, email_key, joined_on, is_active)
select uuidv7(), ids.id, identity.id, 'x', case n when 8 then '{manager}'::text[] else '{owner}' end, 'own', address, address,
  case when identity.id is not null then now() end, n <> 9
from generate_series(1, 20000) n cross join lateral (select 'owner' || n || '@example.test' as address,
    ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id) ids
  left join control.identity on identity.id = ids.id`,
  `analyze control.tenant, control.subscription, control.membership, control.identity`,
];
const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
for (const [index, text] of fill.entries()) {
  await owner.control.query(context, statement(`t_fill_${index}`, text));
}
const session = await databases.planSession('control', 'rapport_subscription_service');

/** Of 20,000 tenants each of these has twenty, but the first, which is what most of them are. */
const filters: readonly [Omit<TenantFilter, 'pageSize'>, found: number][] = [
  [{ state: 'active' }, 50],
  [{ cell: 'rare' }, 20],
  [{ planCode: 'enterprise' }, 20],
  [{ state: 'provisioning' }, 20],
  [{ state: 'provisioningFailed' }, 20],
  [{ state: 'suspended' }, 60],
  [{ state: 'cancelled' }, 20],
  [{ state: 'pastDue' }, 20],
  [{ state: 'trialing' }, 20],
  [{ search: 'rare 100%_' }, 20],
  [{ search: 'owner7@EXAMPLE.test' }, 1],
  [{ cell: 'cell', planCode: 'free' }, 50],
  [{}, 50],
];

test.each(filters)(
  'the tenants with %o are found in the order of their ids, and by an index',
  async (filter, found) => {
    const page = await list.page(context, { ...filter, pageSize: 50 });
    expect(page).toHaveLength(Math.min(found, 50));
    const ids = page.map(({ tenantId }) => tenantId);
    expect(ids).toEqual(ids.toSorted());
    const next = await list.page(context, { ...filter, pageSize: 10, after: ids[0] });
    expect(next.map(({ tenantId }) => tenantId)).toEqual(ids.slice(1, 11));
    const sent = listStatement({ ...filter, pageSize: 50 });
    const name = `tenant_list_${filters.findIndex(([one]) => one === filter)}`;
    const named = { ...sent, statement: { ...sent.statement, name } };
    const { readings, rows, buffers } = await session.measure(named, null);
    expect(readings.filter((reading) => reading.startsWith('all of') && !/plan/.test(reading))).toEqual([]);
    expect(rows).toBeLessThan(400);
    expect(buffers).toBeLessThan(2_000);
  },
);

test('the tenants of a cell are counted along an index of that cell alone', async () => {
  const counted = statement('t_counted', `select tenants from ${countedCells} where name = :cell`);
  const { readings, buffers } = await session.measure(counted.with({ cell: 'rare' }), null);
  expect(readings.join()).toContain('tenant_counted');
  expect(buffers).toBeLessThan(50);
});

test('a name is found by its beginning, whatever its case and accents, and no character of a search stands for others', async () => {
  const names = async (search: string): Promise<(string | null)[]> =>
    (await list.page(context, { search, pageSize: 3 })).map(({ organisationName }) => organisationName);
  expect(await names('RÄRE 100%')).toEqual(Array.from({ length: 3 }, () => 'Räre 100%_x'));
  for (const search of ['%', '_', 'R_re', 'ompany', 'are 100', '\\', "'"]) {
    expect(await names(search)).toEqual([]);
  }
});

test.each([
  ['an address that no owner has verified leads to no tenant, whether or not it has an identity', [10, 11]],
  ['a user who is no owner, or is disabled, leads to no tenant', [8, 9]],
])('%s', async (_, owners) => {
  for (const number of owners) {
    expect(await list.page(context, { search: `owner${number}@example.test`, pageSize: 3 })).toEqual([]);
  }
});
