import { statement, type Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import type { Customer } from './customers.ts';
import type { FeedItem, Page } from './reads.ts';
import { createTestTenant } from './tenant.ts';

/** A tenant with a caller that sees everything, ways to read its list and its feed, and one to fill them. */
export async function tenantWithReader(databases: TestDatabases, database: Database) {
  const tenant = await createTestTenant(databases, database);
  const caller = tenant.caller();
  const { customers } = tenant;
  const list = async (request: Partial<Parameters<typeof customers.list>[1]> = {}, by = caller) =>
    JSON.parse(await customers.list(by, { pageSize: 50, ...request })) as Page<Customer>;
  const feed = async (request: Partial<Parameters<typeof customers.list>[1]> = {}, by = caller) =>
    JSON.parse(await customers.changes(by, { pageSize: 50, ...request })) as Page<FeedItem>;
  const addWithOneStamp = (count: number) =>
    database.tenant(caller.tenant).write(caller, manyWithOneStamp.with({ count }));
  return { tenant, caller, customers, list, feed, addWithOneStamp };
}

const manyWithOneStamp = statement(
  'many_with_one_stamp',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at),
   written as (
     insert into tenant.customer (id, code, name, version, created_on, last_modified_on)
     select uuidv7(), 'many-' || n, 'many', 1, at, at from stamped, generate_series(1, :count::int) n
     returning id, version, last_modified_on
   )
   insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   select uuidv7(), :tenant, 1, id, 'created', version, last_modified_on from written`,
);
