import { expect, test } from 'vitest';
import { statement } from './statements/statement.ts';
import { databasesOfFile } from './testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const tenant = { id: 'one', number: 42, cell: 'cell' };
const typed = statement(
  'typed',
  `select :safe::bigint as "safe", 9007199254740993 as "beyond", true as "yes", '{"a":1}'::jsonb as "json",
    array[1, 2] as "list", array['a', null] as texts, timestamptz '2026-01-31 09:30:00.123400+00' as at,
    date '2026-01-31' as day, 1.10::numeric as amount, null as nothing`,
);

const databases = await databasesOfFile();
await databases.createTenant(42);

test('numbers, booleans, JSON and arrays are values; times, dates and amounts stay the text that PostgreSQL wrote', async () => {
  const [row] = await databases.connect('rapport_public_api').control.query(context, typed.with({ safe: '12' }));
  expect(row).toEqual({
    safe: 12,
    beyond: '9007199254740993',
    yes: true,
    json: { a: 1 },
    list: [1, 2],
    texts: ['a', null],
    at: '2026-01-31 09:30:00.1234+00',
    day: '2026-01-31',
    amount: '1.10',
    nothing: null,
  });
});

test('raw rows are texts in the order of the columns', async () => {
  const rows = await databases.connect('rapport_public_api').control.rows(context, typed.with({ safe: '12' }));
  expect(rows[0]?.slice(0, 4)).toEqual(['12', '9007199254740993', 't', '{"a": 1}']);
});

test('a tenant statement is sent to the schema of its tenant, under a name of its own', async () => {
  const sql = databases.connect('rapport_public_api').tenant(tenant);
  const where = statement(
    'where_am_i',
    `select 'tenant.clock'::regclass::text as clock, :tenant as number,
       (select name from pg_prepared_statements) as name`,
  );
  expect(await sql.query(context, where)).toEqual([{ clock: 't00042.clock', number: 42, name: 't00042_where_am_i' }]);
});

test('a transaction that fails leaves nothing, and its connection is used again', async () => {
  const sql = databases.connect('rapport_public_api', { poolSize: 1 }).tenant(tenant);
  const insert = statement(
    'insert_key',
    `insert into tenant.idempotency_key values (:id, 'k', '', 201, '', null, now())`,
  );
  const count = statement('count_keys', 'select count(*) as n from tenant.idempotency_key');
  const failure = new Error('stop');
  await expect(
    sql.transaction(context, async (within) => {
      await within.query(context, insert.with({ id: '01890000-0000-7000-8000-000000000000' }));
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await sql.query(context, count)).toEqual([{ n: 0 }]);
});

test('statements for several tenants that are sent at once are done together, and answered each for itself', async () => {
  await databases.createTenant(43);
  const database = databases.connect('rapport_public_api', { poolSize: 1 });
  const cell = database.cell('cell');
  const insert = statement(
    'insert_key_together',
    `insert into tenant.idempotency_key values (uuidv7(), :key, '', 201, '', null, now())
     returning key, :tenant as tenant`,
  );
  const keys = statement('keys_of_tenant', 'select key from tenant.idempotency_key order by key');
  const fail = statement('fail_for_tenant', 'select 1 / (:tenant - 43) as n');
  const call = (tenantNumber: number, key: string) => ({ tenantNumber, ...insert.with({ key }) });
  for (const run of ['first', 'prepared']) {
    expect(await cell.together(context, [call(42, `a ${run}`), call(43, `b ${run}`), call(42, `c ${run}`)])).toEqual([
      [[`a ${run}`, '42']],
      [[`b ${run}`, '43']],
      [[`c ${run}`, '42']],
    ]);
  }
  const failing = [call(42, 'lost'), { tenantNumber: 43, statement: fail, values: [] }, call(43, 'lost')];
  await expect(cell.together(context, failing)).rejects.toMatchObject({ code: '22012' });
  const kept = await database.tenant({ number: 43, cell: 'cell' }).rows(context, keys);
  expect(kept).toEqual([['b first'], ['b prepared']]);
  expect(await database.tenant(tenant).rows(context, keys)).toHaveLength(4);
  expect(await cell.together(context, [])).toEqual([]);
  const many = Array.from({ length: 51 }, () => call(42, 'many'));
  await expect(cell.together(context, many)).rejects.toThrow('too many');
});
