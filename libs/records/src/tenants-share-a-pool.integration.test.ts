import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { schemaName } from '@rapport/database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestTenant } from './testing/tenant.ts';

let databases: TestDatabases;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
});
afterAll(() => databases.drop());

test('lists and feeds of one tenant that all take long keep no other tenant from reading', async () => {
  const database = databases.connect('rapport_public_api', { poolSize: 4, times: { readMs: 4_000 } });
  const slow = await createTestTenant(databases, database);
  const quick = await createTestTenant(databases, database);
  const [slowCaller, quickCaller] = [slow.caller(), quick.caller()];
  const page = { pageSize: 50 };
  await quick.customers.list(quickCaller, page);
  const administrator = new Client({ connectionString: databases.administratorUrl('cell') });
  await administrator.connect();
  try {
    // Every first page reads the floor: each of them waits here for as long as one may take.
    await administrator.query(`begin; lock table ${schemaName(slow.number)}.feed_floor in access exclusive mode`);
    const held = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0 ? slow.customers.list(slowCaller, page) : slow.customers.changes(slowCaller, page),
    );
    const settled = Promise.allSettled(held);
    for (let n = 0; n < 20; n += 1) {
      const start = performance.now();
      await quick.customers.list(quickCaller, page);
      await quick.customers.changes(quickCaller, page);
      expect(performance.now() - start).toBeLessThan(300);
    }
    await administrator.query('commit');
    expect((await settled).map(({ status }) => status)).not.toContain('rejected');
  } finally {
    await administrator.end();
  }
});
