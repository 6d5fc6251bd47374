import { randomBytes } from 'node:crypto';
import { statement, type Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { newId, type CallContext, type TenantRef } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { kinds } from '@rapport/kinds';
import { CursorCodec, defineRecords, SyncedRecords, timelineEnd } from '@rapport/records';
import { changeFeedStatements } from '../change-feed-statements.ts';

export const context: CallContext = {
  trace: { traceId: 'test', traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-00' },
};

export const { resource } = kinds.customers;
const definition = defineRecords(kinds.customers, {
  indexed: [],
  timeline: {
    customer: (row) => `${row}.id`,
    title: (row) => `${row}.name`,
    rules: [
      { on: ['created'], itemType: 'customerCreated' },
      { on: ['changed'], itemType: 'customerUpdated', showsChanges: true },
      { on: ['deleted'], itemType: timelineEnd },
    ],
  },
});

/** The statements of a worker that knows this kind of records alone. */
export const statements = changeFeedStatements([definition]);

/** A change in the columns of feed and outbox. */
export interface StoredChange {
  readonly id: string;
  readonly record_id: string;
  readonly operation: string;
  readonly version: number;
  readonly occurred_on: string;
}

/** An item as it is stored. */
export interface TimelineRow {
  readonly id: string;
  readonly customer_id: string;
  readonly item_type: string;
  readonly title: string;
  readonly changes: Readonly<Record<string, readonly unknown[]>> | null;
}

export type TestTenant = ReturnType<typeof testTenant>;
export type TestCell = Awaited<ReturnType<typeof createTestCell>>;

/** Control and one cell with tenants that control knows. */
export async function createTestCell(databases: TestDatabases) {
  const owner = databases.connect('rapport_owner', { poolSize: 4 });
  const api = databases.connect('rapport_public_api');
  await owner.control.query(context, addCell);
  return {
    databases,
    owner,
    /** The databases for the worker's role. */
    database: databases.connect('rapport_change_feed_worker'),
    async tenant(): Promise<TestTenant> {
      const id = newId();
      const [row] = await owner.control.query<{ number: number }>(context, addTenant.with({ id }));
      const tenant = { id, number: row?.number ?? 0, cell: 'cell' };
      await databases.createTenant(tenant.number);
      return testTenant(tenant, api, owner);
    },
  };
}

/** A tenant whose records can be written and whose logs can be read. */
function testTenant(tenant: TenantRef, api: Database, ownerDatabase: Database) {
  const owner = ownerDatabase.tenant(tenant);
  const caller = { ...callerOf(tenant, undefined, { clientId: newId() }), ...context };
  const records = new SyncedRecords(
    definition,
    { shows: ['id', 'name', 'externalId', 'lastModifiedOnUtc'], writes: ['code', 'name'] },
    { database: api, cursors: new CursorCodec(cursorKey), all: [definition] },
  );
  return {
    tenant,
    caller,
    records,
    /** The databases for the owner of the tables. */
    owner,
    async create(name = 'A name', externalId?: string) {
      const { body } = await records.create(caller, { name, externalId });
      return (JSON.parse(body) as { id: string }).id;
    },
    feed: () => owner.query<StoredChange>(context, readFeed),
    outbox: () => owner.query<StoredChange>(context, readOutbox),
    /** The items of all timelines, in the order of their changes. */
    timeline: () => owner.query<TimelineRow>(context, readTimeline),
    /** Every change that the API would show, from feed and outbox. */
    changes: () => owner.query<StoredChange>(context, readBoth),
  };
}

const cursorKey = randomBytes(32);

/** Deletes an item as the purge does. */
export const removeFromFeed = statement('test_remove_from_feed', 'delete from tenant.change_feed where id = :id');

const change = 'id, record_id, operation, version, occurred_on';
const addCell = statement('test_add_cell', `insert into control.cell (name) values ('cell')`);
const addTenant = statement(
  'test_add_tenant',
  `with t as (
    insert into control.tenant (id, name, cell, state) values (:id, 'A tenant', 'cell', 'active') returning id, number
  ), s as (insert into control.subscription (tenant_id, plan_code) select id, 'professional' from t)
  select number from t`,
);
const readFeed = statement('test_feed', `select ${change} from tenant.change_feed order by occurred_on, id`);
const readOutbox = statement('test_outbox', `select ${change} from cell.outbox where tenant = :tenant order by seq`);
const readTimeline = statement(
  'test_timeline',
  'select id, customer_id, item_type, title, changes from tenant.timeline order by occurred_on, id',
);
const readBoth = statement(
  'test_changes',
  `select ${change} from tenant.change_feed union all select ${change} from cell.outbox where tenant = :tenant
    order by occurred_on, id`,
);
