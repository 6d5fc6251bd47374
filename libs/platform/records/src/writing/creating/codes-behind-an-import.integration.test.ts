import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { createTestTenant, type TestTenant } from '../../testing/tenant.ts';
import { RecordTransactions } from '../../transacting/record-transactions.ts';

const imported = 50_000;

const databases = await databasesOfFile();

const ways: readonly [string, (tenant: TestTenant) => Promise<unknown>][] = [
  ['a create', (tenant) => tenant.customers.create(tenant.caller(), { name: 'Made' })],
  [
    'a create within a transaction',
    (tenant) =>
      new RecordTransactions({ database: tenant.database }).run(tenant.caller(), {}, (transaction) =>
        tenant.customers.transacted.create(transaction, { name: 'Made' }),
      ),
  ],
  [
    'a batch',
    (tenant) => {
      const items = [1, 2].map(() => ({ input: { name: 'Made', externalId: newId() } }));
      return tenant.customers.batch(tenant.caller(), items, { problemOf: (refusal) => refusal });
    },
  ],
];

test.each(ways)('%s without a code finds the first free one behind an import of 50,000', async (_, make) => {
  const tenant = await createTestTenant(databases);
  const times = { postgresQueryMs: 60_000 };
  const sql = databases.connect('rapport_owner', { poolSize: 1, times }).tenant(tenant.caller().tenant);
  await sql.query(tenant.caller(), importCustomers.with({ imported }));
  await make(tenant);
  const made = await sql.query<{ code: string }>(tenant.caller(), findMade);
  expect(made.map(({ code }) => code)).toEqual(made.map((_, at) => `C-0${imported + 1 + at}`));
  expect(made.length).toBeGreaterThan(0);
});

const importCustomers = statement(
  'test_import',
  `insert into tenant.customer (id, version, created_on, last_modified_on, code, name)
select uuidv7(), 1, now(), now(), 'C-' || lpad(n::text, 6, '0'), 'Imported' from generate_series(1, :imported::int) n`,
);

const findMade = statement('test_made', `select code from tenant.customer where name = 'Made' order by code`);
