import { beforeEach, afterEach, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import type { RawRow } from '../sql.ts';
import { statement } from '../statements/statement.ts';
import { databasesOfFile } from '../testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const began = statement('began', `select :value::text, transaction_timestamp()::text, ':schema'`);
const inverse = statement('inverse', 'select (1 / :value::int)::text');
const lose = statement('lose', 'select pg_terminate_backend(pg_backend_pid())::text');

const databases = await databasesOfFile();
let database: Database;
beforeEach(() => {
  database = databases.connect('rapport_owner');
});
afterEach(() => database.close());

const tenant = (number: number) => database.tenant({ number, cell: 'cell' });
const read = async (number: number, value: string): Promise<RawRow> =>
  (await tenant(number).row(context, began.with({ value }))) ?? [];

test('brief reads of a tenant that are asked for at once make one pipeline, and each gets its own row', async () => {
  const rows = await Promise.all(Array.from({ length: 10 }, (_, value) => read(1, String(value))));
  expect(rows.map(([value]) => value)).toEqual(Array.from({ length: 10 }, (_, value) => String(value)));
  expect(new Set(rows.map(([, time]) => time)).size).toBe(1);
});

test('reads that are too many for one pipeline go on several, and all are answered', async () => {
  const rows = await Promise.all(Array.from({ length: 100 }, (_, value) => read(1, String(value))));
  expect(rows.map(([value]) => value)).toEqual(Array.from({ length: 100 }, (_, value) => String(value)));
  expect(new Set(rows.map(([, time]) => time)).size).toBe(7);
});

test('reads of different tenants do not share a pipeline', async () => {
  const rows = await Promise.all([read(1, 'a'), read(2, 'b'), read(1, 'c'), read(2, 'd')]);
  expect(rows.map(([value, , schema]) => [value, schema])).toEqual([
    ['a', 't00001'],
    ['b', 't00002'],
    ['c', 't00001'],
    ['d', 't00002'],
  ]);
  expect(new Set(rows.map(([, time]) => time)).size).toBe(2);
});

test('a read that fails does not make its neighbours fail', async () => {
  const outcomes = await Promise.allSettled([2, 0, 1].map((value) => tenant(1).row(context, inverse.with({ value }))));
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: ['0'] },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'fulfilled', value: ['1'] },
  ]);
});

test('a lost connection fails all reads that share the pipeline, and the next pipeline is made on another connection', async () => {
  const outcomes = await Promise.allSettled([read(1, 'a'), tenant(1).row(context, lose), read(1, 'b')]);
  expect(outcomes).toMatchObject(
    [1, 2, 3].map(() => ({ status: 'rejected', reason: { code: 'service_unavailable' } })),
  );
  expect((await read(1, 'again'))[0]).toBe('again');
});
