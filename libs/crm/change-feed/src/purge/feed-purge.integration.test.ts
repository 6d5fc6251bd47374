import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import { context, createTestCell, statements, type TestTenant } from '../testing/test-cell.ts';
import { FeedPurge, type PurgeRound } from './feed-purge.ts';

let tenant: TestTenant;
let metrics: Metrics;
let failures: unknown[];

const cell = await createTestCell(await databasesOfFile());
beforeEach(async () => {
  tenant = await cell.tenant();
  metrics = new Metrics();
  failures = [];
});

function newPurge(ofMetrics = new ChangeFeedMetrics(metrics, () => [])): FeedPurge {
  return new FeedPurge({
    cell: 'cell',
    database: cell.database,
    statements,
    metrics: ofMetrics,
    onFailure: (of, error) => failures.push([of.number, String(error)]),
  });
}

const round = (): Promise<PurgeRound> => newPurge().round(context, new AbortController().signal);
const addItems = (count: number, daysAgo: number) => tenant.owner.query(context, insertItems.with({ count, daysAgo }));
const kept = async (): Promise<number> => (await tenant.feed()).length;
const floor = async (): Promise<string> =>
  (await tenant.owner.query<{ purged_to: string }>(context, readFloor))[0]?.purged_to ?? '';

interface Page {
  readonly data: { readonly id: string }[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}
const read = async (request: { updatedFrom?: string; cursor?: string; pageSize: number }): Promise<Page> =>
  JSON.parse(await tenant.records.changes(tenant.caller, request)) as Page;

test('items past the retention go, younger ones stay, and the floor is the newest that went', async () => {
  await addItems(1_200, 91);
  await addItems(30, 89);
  const newestOld = (await tenant.feed())[1_199]?.occurred_on;
  expect(await round()).toEqual({ hasMore: false, failed: 0 });
  expect(await kept()).toBe(30);
  expect(await floor()).toBe(newestOld);
  expect(await metrics.text()).toContain('change_feed_purged_total{cell="cell",kind="feed"} 1200');
});

test('the newest item stays however old it is, so no watermark goes back', async () => {
  await addItems(50, 200);
  const before = await read({ pageSize: 1 });
  await round();
  expect(await kept()).toBe(1);
  expect((await read({ pageSize: 1 })).syncUntilUtc).toBe(before.syncUntilUtc);
  await round();
  expect(await kept()).toBe(1);
});

test('items of one stamp go together, even when they are more than a chunk, and stay together as the newest', async () => {
  await tenant.owner.query(context, insertOfOneStamp.with({ count: 1_200, daysAgo: 92 }));
  await tenant.owner.query(context, insertOfOneStamp.with({ count: 700, daysAgo: 91 }));
  expect(await round()).toEqual({ hasMore: false, failed: 0 });
  const stamps = (await tenant.feed()).map(({ occurred_on }) => occurred_on);
  expect(stamps).toHaveLength(700);
  expect((await floor()) < (stamps[0] ?? '')).toBe(true);
  expect((await read({ pageSize: 200 })).data).toHaveLength(200);
});

test('a tenant has the days of its own, else those of its plan', async () => {
  const control = cell.owner.control;
  await addItems(10, 40);
  await addItems(1, 0);
  await round();
  expect(await kept()).toBe(11);
  await control.query(context, setPlanDays.with({ code: 'professional', days: 30 }));
  await control.query(context, setTenantDays.with({ ...tenant.tenant, days: 60 }));
  await round();
  expect(await kept()).toBe(11);
  await control.query(context, setTenantDays.with({ ...tenant.tenant, days: null }));
  await round();
  await control.query(context, setPlanDays.with({ code: 'professional', days: 90 }));
  expect(await kept()).toBe(1);
});

test('a read that the purge overtakes is refused, and so is one from before the floor', async () => {
  await addItems(300, 100);
  await addItems(300, 1);
  const first = await read({ pageSize: 10 });
  const from = (await tenant.feed())[299]?.occurred_on ?? '';
  await round();
  const tooOld = expect.objectContaining({ code: 'updated_from_too_old' }) as AppError;
  await expect(read({ cursor: first.nextCursor ?? '', pageSize: 10 })).rejects.toEqual(tooOld);
  await expect(read({ updatedFrom: from, pageSize: 10 })).rejects.toEqual(tooOld);
  expect((await read({ pageSize: 200 })).data).toHaveLength(200);
});

test('a read above the purged items goes on while the purge runs', async () => {
  await addItems(3_000, 100);
  await addItems(500, 1);
  const young = (await tenant.feed()).slice(3_000).map(({ id }) => id);
  const from = (await tenant.feed())[3_000]?.occurred_on ?? '';
  const running = round();
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page = await read({ updatedFrom: utc(from), pageSize: 7, ...(cursor ? { cursor } : {}) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(young);
  await running;
  expect(await kept()).toBe(500);
});

test('the purge forgets the external id of a deleted record with its last item, and no other', async () => {
  const gone = await tenant.create('gone', 'ext-gone');
  await tenant.create('there', 'ext-there');
  await tenant.records.delete(tenant.caller, gone);
  await tenant.owner.query(context, moveAll);
  await tenant.owner.query(context, age.with({ days: 100 }));
  const ids = async () =>
    (await tenant.owner.query<{ external_id: string }>(context, readExternalIds)).map((row) => row.external_id);
  await round();
  expect(await ids(), 'its item is the newest, and stays').toEqual(['ext-gone', 'ext-there']);
  await addItems(1, 0);
  await round();
  expect(await ids()).toEqual(['ext-there']);
});

test('idempotency keys go after a day', async () => {
  await tenant.owner.query(context, insertKeys.with({ count: 700, hoursAgo: 25 }));
  await tenant.owner.query(context, insertKeys.with({ count: 5, hoursAgo: 23 }));
  await round();
  expect(await tenant.owner.query(context, countKeys)).toEqual([{ n: 5 }]);
});

test('a purge that is ended in the middle has left nothing half done, and the next one goes on', async () => {
  await addItems(2_000, 100);
  await addItems(1, 0);
  const ending = new AbortController();
  const counts = new ChangeFeedMetrics(metrics, () => []);
  // A chunk is counted when it is done. Other tenants have none.
  vi.spyOn(counts.purged, 'inc').mockImplementation((_labels, rows = 0) => rows > 0 && ending.abort());
  await expect(newPurge(counts).round(context, ending.signal)).rejects.toThrow();
  const items = await tenant.feed();
  expect(items).toHaveLength(1_501);
  expect((await floor()) < (items[0]?.occurred_on ?? '')).toBe(true);
  await round();
  expect(await kept()).toBe(1);
});

test('a tenant that cannot be purged holds up no other, and its failure is reported', async () => {
  const other = await cell.tenant();
  await other.owner.query(context, insertItems.with({ count: 10, daysAgo: 100 }));
  await tenant.owner.query(context, dropFloor);
  await tenant.owner.query(context, insertPoison.with({ eventId: newId() }));
  expect(await round()).toEqual({ hasMore: false, failed: 1 });
  expect(failures).toEqual([[tenant.tenant.number, expect.stringContaining('feed_floor')]]);
  expect(await other.feed()).toHaveLength(1);
  expect(await tenant.owner.query(context, countPoison)).toEqual([{ n: 0 }]);
});

/** Moves these changes, or all that wait. */
async function move(ids?: readonly string[]): Promise<void> {
  const moved = ids ?? (await tenant.outbox()).map(({ id }) => id);
  await cell.database.tenant(tenant.tenant).rows(context, statements.move.with({ ids: moved }));
}
const itemTypes = async (): Promise<string[]> => (await tenant.timeline()).map(({ item_type }) => item_type);

test('the timeline of a deleted customer goes, its last item an hour later, and those of others stay', async () => {
  const [gone, there] = [await tenant.create('gone'), await tenant.create('there')];
  await tenant.records.update(tenant.caller, gone, { name: 'going' });
  await move();
  await tenant.owner.query(context, lengthen.with({ customerId: gone, count: 1_200 }));
  await tenant.records.delete(tenant.caller, gone);
  await move();
  await round();
  expect(await itemTypes()).toEqual(['customerCreated', 'customerDeleted']);
  await tenant.owner.query(context, letHourPass);
  await round();
  expect(await tenant.timeline()).toMatchObject([{ customer_id: there, item_type: 'customerCreated' }]);
  expect(await metrics.text()).toContain('change_feed_purged_total{cell="cell",kind="timelines"} 1203');
});

test('an item that comes after its customer was deleted is not written, and one that a mover was writing meanwhile goes too', async () => {
  const gone = await tenant.create('gone');
  const [late] = await tenant.outbox();
  await tenant.records.delete(tenant.caller, gone);
  const deletion = (await tenant.outbox()).find(({ id }) => id !== late?.id);
  await move([deletion?.id ?? '']);
  await move([late?.id ?? '']);
  expect(await itemTypes()).toEqual(['customerDeleted']);
  expect(await tenant.feed()).toHaveLength(2);
  await round();
  await tenant.owner.query(context, lengthen.with({ customerId: gone, count: 3 }));
  await round();
  expect(await itemTypes()).toEqual(['customerDeleted']);
});

/** A time of PostgreSQL as the interface takes it. */
function utc(time: string): string {
  return time.replace(' ', 'T').replace('+00', 'Z');
}

const insertItems = statement(
  'test_insert_items',
  `insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
   select uuidv7(), 1, uuidv7(), 'created', 1, now() - :daysAgo::int * interval '1 day' + n * interval '1 millisecond'
     from generate_series(1, :count::int) n`,
);
const insertOfOneStamp = statement(
  'test_insert_one_stamp',
  `insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
   select uuidv7(), 1, uuidv7(), 'created', 1, now() - :daysAgo::int * interval '1 day' from generate_series(1, :count::int)`,
);
const lengthen = statement(
  'test_lengthen',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
   select :customerId, now() - n * interval '1 day', uuidv7(), 'customerUpdated', :customerId, 'A name' from generate_series(1, :count::int) n`,
);
const letHourPass = statement(
  'test_let_hour_pass',
  `update tenant.timeline set occurred_on = occurred_on - interval '61 minutes'`,
);
const readFloor = statement('test_floor', 'select purged_to from tenant.feed_floor where resource = 1');
const setPlanDays = statement(
  'test_plan_days',
  `update control.plan set entitlements = entitlements || jsonb_build_object('feedRetentionDays', :days::int) where code = :code`,
);
const setTenantDays = statement(
  'test_tenant_days',
  `update control.tenant set overrides = jsonb_strip_nulls(jsonb_build_object('feedRetentionDays', :days::int)) where id = :id`,
);
const moveAll = statement(
  'test_move_all',
  `with d as (delete from cell.outbox where tenant = :tenant returning *)
   insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
   select id, resource, record_id, operation, version, occurred_on from d`,
);
const age = statement(
  'test_age',
  `with f as (update tenant.change_feed set occurred_on = occurred_on - :days::int * interval '1 day')
   update tenant.external_id set deleted_on = deleted_on - :days::int * interval '1 day' where deleted_on is not null`,
);
const readExternalIds = statement(
  'test_external_ids',
  'select external_id from tenant.external_id order by external_id',
);
const insertKeys = statement(
  'test_insert_keys',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
   select '${newId()}', :hoursAgo::int || ' ' || n, '', 201, '', now() - :hoursAgo::int * interval '1 hour'
     from generate_series(1, :count::int) n`,
);
const countKeys = statement('test_count_keys', 'select count(*)::int as n from tenant.idempotency_key');
const dropFloor = statement('test_drop_floor', 'drop table tenant.feed_floor');
const insertPoison = statement(
  'test_insert_poison',
  `insert into cell.poison_event (event_id, tenant, reason) values (:eventId, :tenant, 'because')`,
);
const countPoison = statement('test_count_poison', 'select count(*)::int as n from cell.poison_event');
