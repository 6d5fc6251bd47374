import { StatePublisher } from '@rapport/admission';
import { statement, type Sent, type Statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type CallContext, type TenantRef } from '@rapport/kernel';
import { Background, startTelemetry } from '@rapport/telemetry';
import type { UsageDay } from '@rapport/kinds';
import { beforeEach, expect, test } from 'vitest';
import { RecordCountStore } from './records/record-count-store.ts';
import { RecordCounting } from './records/record-counting.ts';
import { RequestCountStore } from './requests/request-count-store.ts';
import { RequestCountWriter } from './requests/request-count-writer.ts';
import { RequestCounts } from './requests/request-counts.ts';
import { UsageReports } from './usage-reports.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
let tenant: TenantRef;
const published: string[] = [];

beforeEach(async () => {
  tenant = await newTenant();
  published.length = 0;
});

test('what two processes counted adds up, and a batch that is sent again counts once', async () => {
  const [one, other] = [writer(), writer('rapport_token_service')];
  one.counts.answered(tenant.id, 200);
  one.counts.answered(tenant.id, 404);
  other.counts.tokenIssued(tenant.id);
  await Promise.all([one.writer.write(context), other.writer.write(context)]);
  expect(await today()).toMatchObject({ requests: 1, refused: 1, tokensIssued: 1, users: 1 });
  const store = new RequestCountStore();
  const count = { tenantId: tenant.id, day: dayBefore(1), requests: 7, refused: 0, tokensIssued: 0 };
  const batch = { process: newId(), number: 1, counts: [count] };
  await store.add(context, owner.control, batch);
  await store.add(context, owner.control, batch);
  await store.add(context, owner.control, { ...batch, number: 2 });
  expect(await rowOf(dayBefore(1))).toMatchObject({ requests: 14 });
  const wrongClock = [dayBefore(-5), dayBefore(-400)].map((day) => ({ ...count, day }));
  await store.add(context, owner.control, { ...batch, number: 3, counts: wrongClock });
  expect(await today()).toMatchObject({ requests: 15 });
});

test('counts that the database does not take are kept, and written by the end of the process', async () => {
  const { counts, writer: one } = writer();
  counts.answered(tenant.id, 200);
  await run(revokeUsage);
  await expect(one.write(context)).rejects.toThrow();
  counts.answered(tenant.id, 200);
  await run(grantUsage);
  const background = new Background(telemetry);
  one.start(background);
  await background.stop();
  expect(await today()).toMatchObject({ requests: 2 });
});

test('records are counted along the stamps, whether their changes are in the outbox or in the feed, and each once', async () => {
  await write(1, ['created', 'created', 'updated']);
  await count();
  expect(await today()).toMatchObject({ recordsCreated: 2, recordsUpdated: 1, recordsDeleted: 0, records: 2 });
  await write(4, ['created', 'deleted']);
  await run(moveToFeed.with(tenant));
  await write(2, ['created']);
  await Promise.all([count(), count(), count()]);
  await count();
  expect(await today()).toMatchObject({ recordsCreated: 4, recordsUpdated: 1, recordsDeleted: 1, records: 3 });
});

test('changes of other resources count as none', async () => {
  await write(5, ['created', 'updated']);
  await write(3, ['created']);
  await count();
  expect(await today()).toMatchObject({ recordsCreated: 1, recordsUpdated: 0, records: 1 });
});

test('a tenant whose stamps are months ahead is counted today, and one that fails leaves the others counted', async () => {
  const ahead = tenant;
  await run(write150DaysAhead.with(ahead));
  await write(1, ['created', 'created']);
  const failing = (tenant = await newTenant());
  await write(1, ['created']);
  await run(breakFeed);
  tenant = await newTenant();
  await run(limitRecords.with({ ...tenant, records: 1 }));
  await write(1, ['created']);
  await count();
  expect(await today()).toMatchObject({ records: 1 });
  expect(await isFull()).toBe(true);
  expect(await telemetry.metrics.text()).toMatch(/^record_count_failures_total\{cell="cell"\} 1$/m);
  tenant = ahead;
  expect(await today()).toMatchObject({ records: 2, recordsCreated: 2 });
  tenant = failing;
  await run(mendFeed);
  await count();
  expect(await today()).toMatchObject({ records: 1 });
});

test('a change whose transaction ends after a count is counted by a later one', async () => {
  await write(1, ['created']);
  const counting = newCounting();
  await counting.count(context, tenant.cell);
  const [late] = await run<{ at: string }>(takeStamp.with(tenant));
  await counting.count(context, tenant.cell);
  await run(insertChange.with({ id: newId(), number: tenant.number, resource: 1, operation: 'created', at: late?.at }));
  await counting.count(context, tenant.cell);
  expect(await today()).toMatchObject({ records: 2 });
});

test('a tenant is full while it has as many records as it may have, and that is made known once', async () => {
  await run(limitRecords.with({ ...tenant, records: 2 }));
  await write(1, ['created', 'created']);
  await count();
  await count();
  expect([await isFull(), published]).toEqual([true, [tenant.id]]);
  await write(1, ['deleted']);
  await count();
  expect([await isFull(), published.length]).toEqual([false, 2]);
  await run(limitRecords.with({ ...tenant, records: 1 }));
  await count();
  expect(await isFull()).toBe(true);
  await run(limitRecords.with({ ...tenant, records: null }));
  await count();
  expect(await isFull()).toBe(false);
});

test('days without a count have the levels of the day before, and there are none before the tenant', async () => {
  await run(bearOn.with({ ...tenant, daysAgo: 40 }));
  await run(insertDay.with({ ...tenant, daysAgo: 35, records: 12 }));
  await run(insertDay.with({ ...tenant, daysAgo: 3, records: 15 }));
  const reports = new UsageReports(owner);
  const days = await reports.days(context, tenant.id);
  expect(days).toHaveLength(31);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
  expect(days.map(({ records }) => records)).toEqual([...Array<number>(27).fill(12), ...Array<number>(4).fill(15)]);
  expect(await reports.days(context, tenant.id, { from: '2020-01-01', to: '2020-01-31' })).toEqual([]);
  expect(await reports.days(context, tenant.id, { from: '2020-01-01' })).toHaveLength(41);
});

test('a day of all tenants has those that were there by then, by their ids, and says of each what its own days say', async () => {
  const reports = new UsageReports(owner);
  const others = [await newTenant(), await newTenant()];
  await run(bearOn.with({ ...tenant, daysAgo: 40 }));
  await run(bearOn.with({ id: others[0]?.id, daysAgo: 40 }));
  await run(insertDay.with({ ...tenant, daysAgo: 35, records: 12 }));
  const day = dayBefore(30);
  const found = await reports.ofDay(context, day, { pageSize: 200 });
  const ids = found.map(({ tenantId }) => tenantId);
  expect(ids).toEqual(ids.toSorted());
  expect(ids).not.toContain(others[1]?.id);
  for (const id of [tenant.id, others[0]?.id ?? '']) {
    const [own] = await reports.days(context, id, { from: day, to: day });
    expect(found.find(({ tenantId }) => tenantId === id)).toEqual({ ...own, tenantId: id });
  }
  const [first = ''] = ids;
  expect(await reports.ofDay(context, day, { after: first, pageSize: 1 })).toEqual(found.slice(1, 2));
  expect((await reports.ofDay(context, dayBefore(0), { pageSize: 200 })).map(({ users }) => users)).toContain(1);
  expect(await reports.ofDay(context, dayBefore(-1), { pageSize: 200 })).toEqual([]);
});

test('usage has partitions for the months around today', async () => {
  const rows = await run<{ name: string }>(listPartitions);
  expect(rows.length).toBe(4);
});

function writer(role: 'rapport_public_api' | 'rapport_token_service' = 'rapport_public_api') {
  const counts = new RequestCounts(telemetry.metrics);
  return { counts, writer: new RequestCountWriter(counts, new RequestCountStore(), databases.connect(role)) };
}

class NotedPublisher extends StatePublisher {
  override publishTenant(_: CallContext, tenantId: string): Promise<void> {
    published.push(tenantId);
    return Promise.resolve();
  }
}

function newCounting(): RecordCounting {
  const publisher = Object.create(NotedPublisher.prototype) as NotedPublisher;
  const database = databases.connect('rapport_subscription_service');
  return new RecordCounting(database, new RecordCountStore(), publisher, telemetry, [1, 2, 3, 4]);
}

function count(): Promise<void> {
  return newCounting().count(context, tenant.cell);
}

async function write(resource: number, operations: readonly string[]): Promise<void> {
  for (const operation of operations) {
    const [stamp] = await run<{ at: string }>(takeStamp.with(tenant));
    await run(insertChange.with({ id: newId(), number: tenant.number, resource, operation, at: stamp?.at }));
  }
}

async function newTenant(): Promise<TenantRef> {
  const id = newId();
  const [row] = await run<{ number: number }>(insertTenant.with({ id }));
  const number = row?.number ?? expect.fail('no tenant was made');
  await databases.createTenant(number);
  return { id, number, cell: 'cell' };
}

async function today(): Promise<UsageDay | undefined> {
  return (await new UsageReports(owner).days(context, tenant.id)).at(-1);
}

async function rowOf(day: string): Promise<object | undefined> {
  return (await run(findDay.with({ ...tenant, day })))[0];
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function isFull(): Promise<boolean | undefined> {
  return (await run<{ isFull: boolean }>(findFull.with(tenant)))[0]?.isFull;
}

function run<R extends object>(sent: Sent): Promise<R[]> {
  const inCell: Statement[] = [takeStamp, insertChange, moveToFeed, write150DaysAhead, breakFeed, mendFeed];
  return (inCell.includes(sent.statement) ? owner.tenant(tenant) : owner.control).query<R>(context, sent);
}

const insertTenant = statement(
  't_tenant',
  `with cell as (
  insert into control.cell (name) values ('cell') on conflict do nothing
), subscription as (
  insert into control.subscription (tenant_id, plan_code, status, billing, first_day, period_began, period_ends)
  values (:id, 'enterprise', 'active', 'none', now(), now(), now() + interval '1 month')
), identity as (
  insert into control.identity (id, email, email_key, password_hash) values (:id, :id::uuid::text, :id::uuid::text, '')
), person as (
  insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
  values (uuidv7(), :id, :id, 'A user', '{owner}', 'all')
)
insert into control.tenant (id, name, cell, state) values (:id, 'A tenant', 'cell', 'active') returning number`,
);
const takeStamp = statement('t_stamp', `select cell.stamp(:number, 'tenant.clock') as at`);
const insertChange = statement(
  't_change',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
values (:id, :number, :resource, :id, :operation, 1, :at)`,
);
// The clock of a tenant never goes back, whatever PostgreSQL's says.
const write150DaysAhead = statement(
  't_ahead',
  `select setval('tenant.clock', (extract(epoch from now() + interval '150 days') * 1000000)::bigint), :number::int`,
);
const breakFeed = statement('t_break_feed', 'alter table tenant.feed_floor rename to gone');
const mendFeed = statement('t_mend_feed', 'alter table tenant.gone rename to feed_floor');
const moveToFeed = statement(
  't_move',
  `with moved as (delete from cell.outbox where tenant = :number returning *)
insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
select id, resource, record_id, operation, version, occurred_on from moved`,
);
const findDay = statement('t_day', `select * from control.usage where tenant_id = :id and day = :day`);
const findFull = statement('t_full', `select is_full as "isFull" from control.tenant where id = :id`);
const limitRecords = statement(
  't_limit',
  `update control.tenant set overrides = jsonb_build_object('records', :records::int) where id = :id`,
);
const bearOn = statement(
  't_bear',
  `update control.tenant set created_on = now() - :daysAgo::int * interval '1 day' where id = :id`,
);
const insertDay = statement(
  't_insert_day',
  `insert into control.usage (tenant_id, day, users, records)
values (:id, (now() at time zone 'UTC')::date - :daysAgo::int, 1, :records)`,
);
const revokeUsage = statement('t_revoke', `revoke insert on control.usage from rapport_public_api`);
const grantUsage = statement('t_grant', `grant insert on control.usage to rapport_public_api`);
const listPartitions = statement(
  't_partitions',
  `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'control.usage'::regclass`,
);
