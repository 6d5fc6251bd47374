import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { CursorCodec } from './cursor.ts';
import { SyncedRecords } from '../../stores/synced-records.ts';
import { recordRules } from '../../stamping/rules.ts';
import { customerDefinition, customerSurface, type CustomerColumns } from '../../testing/customers.ts';
import { moveOutbox, type FeedItem, type Page } from '../../testing/reads.ts';
import { codeOf } from '../../testing/refusals.ts';
import { createTestTenant, cursorKey } from '../../testing/tenant.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');

const cursors = new CursorCodec(cursorKey);

/** The customers of a surface whose feeds look at `changesMax` changes. */
function storeThatScans(changesMax: number): SyncedRecords<CustomerColumns> {
  const rules = { ...recordRules, feedScan: { ...recordRules.feedScan, changesMax } };
  return new SyncedRecords(customerDefinition, customerSurface, {
    database,
    cursors,
    all: [customerDefinition],
    rules,
  });
}

interface Change {
  readonly id: string;
  readonly at: string;
  readonly isMine: boolean;
}

/** A tenant, a caller that sees its own records alone, and a way to make changes of which every nth is the caller's. */
async function tenantWithOwner() {
  const tenant = await createTestTenant(databases, database);
  const userId = newId();
  const caller = tenant.caller({ scope: 'own', userId });
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  const change = (count: number, { ofOneStamp, mineIsEach }: { ofOneStamp: number; mineIsEach: number }) =>
    database
      .tenant(caller.tenant)
      .write(caller, addChanges.with({ count, ofOneStamp, mineIsEach, userId, ownerAfter: newId() }));
  const changes = (): Promise<Change[]> => owner.query<Change>(caller, allChanges.with({ userId }));
  return { tenant, caller, owner, change, changes };
}

async function pageOf(
  store: SyncedRecords<CustomerColumns>,
  caller: RequestContext,
  request: Parameters<SyncedRecords<CustomerColumns>['changes']>[1],
): Promise<Page<FeedItem>> {
  return JSON.parse(await store.changes(caller, request)) as Page<FeedItem>;
}

/** The position of a cursor among all changes, those that its client does not see included. */
function positionOf(cursor: string, changes: readonly Change[]): number {
  const [at, id] = cursors.decode(cursor).position;
  return changes.findIndex((change) => change.at === at && change.id === id);
}

test('a page looks at no more changes than it may, and the read misses none and gives none twice', async () => {
  const { caller, change, changes } = await tenantWithOwner();
  const store = storeThatScans(7);
  await change(60, { ofOneStamp: 1, mineIsEach: 3 });
  await change(40, { ofOneStamp: 40, mineIsEach: 40 });
  await change(35, { ofOneStamp: 5, mineIsEach: 1 });
  await change(20, { ofOneStamp: 10, mineIsEach: 19 });
  for (const moved of [0, 50, 77, 1_000]) {
    await (moved === 0 ? undefined : moveOutbox(caller, databases, moved));
    const all = await changes();
    const mine = all.filter(({ isMine }) => isMine).map(({ id }) => id);
    for (const pageSize of [1, 2, 6, 7, 8, 200]) {
      const given: string[] = [];
      let position = -1;
      for (let page = await pageOf(store, caller, { pageSize }); ;) {
        given.push(...page.data.map(({ id }) => id));
        if (page.nextCursor === null) {
          expect(page.hasMore).toBe(false);
          break;
        }
        const next = positionOf(page.nextCursor, all);
        expect(next - position, `a page of ${pageSize} from ${position} on`).toBeLessThanOrEqual(7);
        expect([page.hasMore, next > position]).toEqual([true, true]);
        position = next;
        page = await pageOf(store, caller, { pageSize, cursor: page.nextCursor });
      }
      expect(given, `${moved} were moved, pages of ${pageSize}`).toEqual(mine);
    }
  }
});

test('a page of which its caller sees nothing is empty, and goes on behind the last change it scanned', async () => {
  const { caller, change, changes } = await tenantWithOwner();
  const store = storeThatScans(7);
  await change(14, { ofOneStamp: 1, mineIsEach: 14 });
  const all = await changes();
  const first = await pageOf(store, caller, { pageSize: 50 });
  expect([first.data.map(({ id }) => id), first.hasMore]).toEqual([[all[0]?.id], true]);
  expect(positionOf(first.nextCursor ?? '', all)).toBe(6);
  const second = await pageOf(store, caller, { pageSize: 50, cursor: first.nextCursor ?? '' });
  expect([second.data, second.hasMore, positionOf(second.nextCursor ?? '', all)]).toEqual([[], true, 13]);
  const last = await pageOf(store, caller, { pageSize: 50, cursor: second.nextCursor ?? '' });
  expect(last).toEqual({ data: [], nextCursor: null, hasMore: false, syncUntilUtc: first.syncUntilUtc });
});

test('a read is the same although changes move to the feed between two pages and others come meanwhile', async () => {
  const { caller, change, changes } = await tenantWithOwner();
  const store = storeThatScans(7);
  await change(40, { ofOneStamp: 4, mineIsEach: 6 });
  const mine = (await changes()).filter(({ isMine }) => isMine).map(({ id }) => id);
  const given: string[] = [];
  let page = await pageOf(store, caller, { pageSize: 3 });
  const { syncUntilUtc } = page;
  for (; page.nextCursor !== null; page = await pageOf(store, caller, { pageSize: 3, cursor: page.nextCursor })) {
    given.push(...page.data.map(({ id }) => id));
    await moveOutbox(caller, databases, 5);
    await change(3, { ofOneStamp: 1, mineIsEach: 1 });
  }
  given.push(...page.data.map(({ id }) => id));
  expect([given, page.syncUntilUtc]).toEqual([mine, syncUntilUtc]);
  const rest = await pageOf(store, caller, { pageSize: 200, updatedFrom: syncUntilUtc });
  expect(rest.data.every(({ occurredOnUtc }) => occurredOnUtc >= syncUntilUtc)).toBe(true);
  expect(rest.data.length).toBeGreaterThan(0);
});

test('a cursor at a change that its caller does not see is too old when the purge took that change', async () => {
  const { caller, owner, change, changes } = await tenantWithOwner();
  const store = storeThatScans(7);
  await change(30, { ofOneStamp: 3, mineIsEach: 29 });
  await moveOutbox(caller, databases);
  const all = await changes();
  const cursor = (await pageOf(store, caller, { pageSize: 9 })).nextCursor ?? '';
  const purgeTo = (position: number) => owner.query(caller, purge.with({ at: all[position]?.at }));
  await purgeTo(5);
  expect((await pageOf(store, caller, { pageSize: 9, cursor })).data).toEqual([]);
  await purgeTo(6);
  expect(await codeOf(store.changes(caller, { pageSize: 9, cursor }))).toBe('updated_from_too_old');
});

test('a page looks at 5,000 changes for a caller that sees some of them, and at no more than it holds for a caller that sees all', async () => {
  const { tenant, caller, change, changes } = await tenantWithOwner();
  await change(12_000, { ofOneStamp: 700, mineIsEach: 11_000 });
  await moveOutbox(caller, databases, 3_000);
  const all = await changes();
  const store = tenant.customers;
  const positions: number[] = [];
  const given: string[] = [];
  let page = await pageOf(store, caller, { pageSize: 50 });
  for (; page.nextCursor !== null; page = await pageOf(store, caller, { pageSize: 50, cursor: page.nextCursor })) {
    given.push(...page.data.map(({ id }) => id));
    positions.push(positionOf(page.nextCursor, all));
  }
  given.push(...page.data.map(({ id }) => id));
  expect(positions).toEqual([4_999, 9_999]);
  expect(given).toEqual([all[0]?.id, all[11_000]?.id]);
  const everything = await pageOf(storeThatScans(7), tenant.caller(), { pageSize: 200 });
  expect([everything.data.length, everything.hasMore]).toEqual([200, true]);
});

const addChanges = statement(
  'test_add_changes',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_after)
   select uuidv7(), :tenant, 1, uuidv7(), 'created', 1, at + (n / :ofOneStamp::int) * interval '1 microsecond',
     case when n % :mineIsEach::int = 0 then :userId::uuid else :ownerAfter::uuid end
   from (select cell.stamp(:tenant, 'tenant.clock', :count::int) as at) stamped, generate_series(0, :count::int - 1) n`,
);

const allChanges = statement(
  'test_all_changes',
  `select id, cell.utc(occurred_on) as at, owner_after = :userId::uuid as "isMine" from tenant.change_feed
   union all select id, cell.utc(occurred_on), owner_after = :userId from cell.outbox where tenant = :tenant
   order by at, id`,
);

const purge = statement(
  'test_purge_to',
  `with gone as (delete from tenant.change_feed where occurred_on <= :at::timestamptz)
   update tenant.feed_floor set purged_to = greatest(purged_to, :at) where resource = 1`,
);
