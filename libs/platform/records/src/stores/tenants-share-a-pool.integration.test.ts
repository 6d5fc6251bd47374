import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { createTestTenant } from '../testing/tenant.ts';

const databases = await databasesOfFile();

test('long lists and feeds of one tenant keep no other tenant from reading', async () => {
  const database = databases.connect('rapport_public_api', { poolSize: 4 });
  const slow = await createTestTenant(databases, database);
  const quick = await createTestTenant(databases, database);
  const [slowCaller, quickCaller] = [slow.caller(), quick.caller()];
  const page = { pageSize: 50 };
  await quick.customers.list(quickCaller, page);
  const owner = databases.connect('rapport_owner').tenant(slowCaller.tenant);
  let held: Promise<unknown> = Promise.resolve();
  // Every first page reads the floor, so each of them waits until this transaction ends.
  await owner.transaction(slowCaller, async (sql) => {
    await sql.query(slowCaller, holdFloor);
    held = Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0 ? slow.customers.list(slowCaller, page) : slow.customers.changes(slowCaller, page),
      ),
    );
    for (let n = 0; n < 20; n += 1) {
      await expect(quick.customers.list(quickCaller, page)).resolves.toBeDefined();
      await expect(quick.customers.changes(quickCaller, page)).resolves.toBeDefined();
    }
  });
  await held;
  await slow.customers.list(slowCaller, page);
});

const holdFloor = statement('test_hold_floor', 'lock table tenant.feed_floor in access exclusive mode');
