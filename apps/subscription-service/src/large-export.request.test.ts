import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { expect, inject, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { ExportedTenant } from './testing/exported-tenant.ts';

const customers = 200_000;
const heapMb = 128;

test(`${customers} customers are exported and read by a process with a heap of ${heapMb} MB`, async () => {
  const stage = await Stage.ofFile(compose);
  const tenant = await ExportedTenant.create(stage);
  const filling = stage.databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 600_000 } });
  await filling.tenant(tenant.staff.ref).query(operator, fill.with({ customers }));
  const { databases } = stage;
  const began = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      join(import.meta.dirname, 'testing', 'export-large-tenant.ts'),
      databases.url('control', 'rapport_subscription_service'),
      databases.url('cell', 'rapport_subscription_service'),
      inject('redisUrl'),
      tenant.id,
    ],
    { maxBuffer: 1_000_000 },
  );
  const { state, failure, files } = JSON.parse(stdout) as {
    state: string;
    failure: string | null;
    files: { name: string; bytes: number }[];
  };
  expect([state, failure]).toEqual(['ready', null]);
  const bytes = files.find(({ name }) => name === 'customers.ndjson.gz')?.bytes ?? 0;
  process.stderr.write(`${bytes} bytes of customers in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  expect(bytes).toBeGreaterThan(5_000_000);
  const [last] = (await tenant.list()).slice(0, 1);
  expect(await tenant.lines(last!, 'customers')).toHaveLength(customers);
});

const fill = statement(
  't_fill_customers',
  `insert into tenant.customer (id, code, name, email, email_key, description, version, created_on, last_modified_on, external_ids)
   select uuidv7(), 'L-' || n, 'Customer ' || md5(n::text), md5(n::text) || '@example.test', md5(n::text) || '@example.test', repeat(md5(n::text) || ' ', 8), 1, at, at,
     jsonb_build_object('01890000-0000-7000-8000-000000000001', n::text)
   from generate_series(1, :customers::int) n cross join lateral (select now() - n * interval '1 millisecond' as at) given`,
);
