import type { Database } from '@rapport/database';
import { statement } from '@rapport/database';
import { createTestDatabases, databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { beforeAll, expect, inject, test } from 'vitest';
import { changeView } from '../../people/change-view.ts';
import { CursorCodec } from './cursor.ts';
import { StaleView } from './stale-view.ts';
import type { Customer } from '../../testing/customers.ts';
import { moveOutbox, readAll, type FeedItem, type Page } from '../../testing/reads.ts';
import { codeOf } from '../../testing/refusals.ts';
import { createTestTenant, cursorKey, type TestTenant } from '../../testing/tenant.ts';

const databases = databasesOfFile();
let database: Database;

beforeAll(async () => {
  database = databases.connect('rapport_public_api');
});

async function create(tenant: TestTenant, caller: RequestContext, name = 'a', externalId?: string): Promise<Customer> {
  return JSON.parse((await tenant.customers.create(caller, { name, externalId })).body) as Customer;
}

/** A tenant with a caller that sees everything, and ways to read its list and its feed. */
async function tenantWithReader() {
  const tenant = await createTestTenant(databases, database);
  const caller = tenant.caller();
  const { customers } = tenant;
  const list = async (request: Partial<Parameters<typeof customers.list>[1]> = {}, by = caller) =>
    JSON.parse(await customers.list(by, { pageSize: 50, ...request })) as Page<Customer>;
  const feed = async (request: Partial<Parameters<typeof customers.list>[1]> = {}, by = caller) =>
    JSON.parse(await customers.changes(by, { pageSize: 50, ...request })) as Page<FeedItem>;
  return { tenant, caller, customers, list, feed };
}

/** The millisecond after a stamp. */
function after(stamp: string): string {
  const end = new Date(Date.parse(`${stamp.slice(0, 23)}Z`) + 1).toISOString();
  return `${end.slice(0, 23)}000Z`;
}

test('before the first change a read ends with the birth of the tenant, and two reads without a write end alike', async () => {
  const { list, feed } = await tenantWithReader();
  const first = await list();
  expect(first).toEqual({ data: [], nextCursor: null, hasMore: false, syncUntilUtc: first.syncUntilUtc });
  expect(first.syncUntilUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/);
  expect(await list()).toEqual(first);
  expect((await feed()).syncUntilUtc).toBe(first.syncUntilUtc);
});

test('a read ends one millisecond after the newest change, and a read from there on gives nothing twice', async () => {
  const { tenant, caller, list, feed } = await tenantWithReader();
  await create(tenant, caller);
  const newest = await create(tenant, caller);
  for (const read of [list, feed]) {
    const page = await read();
    expect(page.data).toHaveLength(2);
    expect(page.syncUntilUtc).toBe(after(newest.lastModifiedOnUtc));
    expect((await read({ updatedFrom: page.syncUntilUtc })).data).toEqual([]);
    expect((await read({ updatedFrom: newest.lastModifiedOnUtc })).data).toHaveLength(1);
  }
});

test('the deletion of the newest record does not take the watermark back', async () => {
  const { tenant, caller, list } = await tenantWithReader();
  const { id } = await create(tenant, caller);
  const before = await list();
  await tenant.customers.delete(caller, id);
  const gone = await list();
  expect(gone.data).toEqual([]);
  expect(gone.syncUntilUtc > before.syncUntilUtc).toBe(true);
});

test('the feed is the same from the outbox, from the change feed and from both', async () => {
  const { tenant, caller, feed } = await tenantWithReader();
  const ids = [];
  for (let n = 0; n < 6; n += 1) {
    ids.push((await create(tenant, caller, `n${n}`, `x${n}`)).id);
  }
  const outbox = await feed();
  await moveOutbox(caller, databases, 3);
  const both = await readAll((request) => tenant.customers.changes(caller, request), { pageSize: 2 });
  await moveOutbox(caller, databases);
  expect(both.data).toEqual(outbox.data);
  expect(await feed()).toEqual(outbox);
  expect(outbox.data.map((item) => item.entityId)).toEqual(ids);
  expect(outbox.data[5]).toEqual({
    id: outbox.data[5]?.id,
    resource: 'customers',
    entityId: ids[5],
    operation: 'created',
    occurredOnUtc: outbox.data[5]?.occurredOnUtc,
    externalId: 'x5',
  });
});

test('a record that is updated between two pages is in neither twice and in the next read', async () => {
  const { tenant, caller, list } = await tenantWithReader();
  const made = [];
  for (let n = 0; n < 4; n += 1) {
    made.push((await create(tenant, caller)).id);
  }
  const first = await list({ pageSize: 2 });
  for (const id of [made[0] ?? '', made[3] ?? '']) {
    await tenant.customers.update(caller, id, { name: 'changed' });
  }
  const second = await list({ pageSize: 2, cursor: first.nextCursor ?? '' });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made.slice(0, 3));
  expect(second).toMatchObject({ nextCursor: null, hasMore: false, syncUntilUtc: first.syncUntilUtc });
  const next = await list({ updatedFrom: first.syncUntilUtc });
  expect(next.data.map(({ id }) => id)).toEqual([made[0], made[3]]);
});

test('a record that changes all the time does not keep a read from ending, and the feed gives every change of a recreated external id', async () => {
  const { tenant, caller, feed } = await tenantWithReader();
  const hot = await create(tenant, caller);
  for (let n = 0; n < 5; n += 1) {
    await create(tenant, caller);
  }
  const read = await readAll(
    async (request) => {
      await tenant.customers.update(caller, hot.id, { name: newId() });
      return tenant.customers.list(caller, request);
    },
    { pageSize: 1 },
  );
  expect(read.pages).toBeLessThanOrEqual(7);
  const since = (await feed()).syncUntilUtc;
  const first = await create(tenant, caller, 'a', 'again');
  await tenant.customers.delete(caller, first.id);
  const second = await create(tenant, caller, 'b', 'again');
  const { data } = await feed({ updatedFrom: since });
  expect(data.map(({ entityId, operation, externalId }) => [entityId, operation, externalId])).toEqual([
    [first.id, 'created', 'again'],
    [first.id, 'deleted', 'again'],
    [second.id, 'created', 'again'],
  ]);
});

test('records with one stamp come in pages of any size, each once', async () => {
  const { tenant, caller } = await tenantWithReader();
  await database.tenant(caller.tenant).write(caller, manyWithOneStamp, [500]);
  for (const read of ['list', 'changes'] as const) {
    for (const pageSize of [7, 200]) {
      const { data } = await readAll<{ id: string }>((request) => tenant.customers[read](caller, request), {
        pageSize,
      });
      expect([data.length, new Set(data.map(({ id }) => id)).size]).toEqual([500, 500]);
    }
  }
});

test('no client is shown an external id of another one', async () => {
  const { tenant, caller, list, feed } = await tenantWithReader();
  await create(tenant, caller, 'a', 'secret');
  const other = { ...caller, actor: { ...caller.actor, clientId: newId() } };
  expect(JSON.stringify([await list({}, other), await feed({}, other)])).not.toContain('secret');
});

test('the feed calls a record that enters the view updated and one that leaves it deleted, and never names one outside', async () => {
  const { tenant, caller, feed } = await tenantWithReader();
  const [mine, theirs] = [await tenant.user(), await tenant.user()];
  const own = tenant.caller({ scope: 'own', userId: mine });
  const make = async (ownerUserId: string): Promise<string> =>
    (JSON.parse((await tenant.customers.create(caller, { name: 'a', ownerUserId })).body) as Customer).id;
  const [leaves, enters, hidden] = [await make(mine), await make(theirs), await make(theirs)];
  const since = (await feed()).syncUntilUtc;
  await tenant.customers.update(caller, leaves, { name: 'a', ownerUserId: theirs });
  await tenant.customers.update(caller, enters, { name: 'a', ownerUserId: mine });
  await tenant.customers.delete(caller, hidden);
  for (const moved of [false, true]) {
    const { data } = await feed({ updatedFrom: since }, own);
    expect(data.map(({ entityId, operation }) => [entityId, operation])).toEqual([
      [leaves, 'deleted'],
      [enters, 'updated'],
    ]);
    await (moved ? undefined : moveOutbox(caller, databases));
  }
});

test('a cursor that is forged, cut, altered or of another tenant, client, read, key or epoch is refused', async () => {
  const { tenant, caller, list, feed, customers } = await tenantWithReader();
  await create(tenant, caller);
  await create(tenant, caller);
  const [page, items] = [await list({ pageSize: 1 }), await feed({ pageSize: 1 })];
  const cursor = page.nextCursor ?? '';
  const other = await tenantWithReader();
  const stranger = new CursorCodec(Buffer.alloc(32)).encode(new CursorCodec(cursorKey).decode(cursor));
  const wrong = [
    '',
    '.',
    'nonsense',
    cursor.slice(0, -1),
    cursor.slice(1),
    `${cursor}=`,
    `${cursor}.x`,
    stranger,
    items.nextCursor ?? '',
  ];
  for (let at = 0; at < cursor.length; at += 7) {
    wrong.push(cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1));
  }
  const last = cursor.at(-1) ?? '';
  wrong.push(...['A', 'B', 'C', 'D'].filter((letter) => letter !== last).map((letter) => cursor.slice(0, -1) + letter));
  for (const text of wrong) {
    expect([text, await codeOf(customers.list(caller, { cursor: text, pageSize: 1 }))]).toEqual([
      text,
      'invalid_cursor',
    ]);
  }
  const client = { ...caller, actor: { ...caller.actor, clientId: newId() } };
  expect(await codeOf(customers.list(client, { cursor, pageSize: 1 }))).toBe('invalid_cursor');
  expect(await codeOf(customers.list(other.caller, { cursor, pageSize: 1 }))).toBe('invalid_cursor');
  expect(await codeOf(customers.changes(caller, { cursor, pageSize: 1 }))).toBe('invalid_cursor');
  expect(await codeOf(customers.list(caller, { cursor, updatedFrom: page.syncUntilUtc, pageSize: 1 }))).toBe(
    'invalid_cursor',
  );
  expect((await list({ cursor, pageSize: 200 })).data).toHaveLength(1);
});

test('updatedFrom beside its own cursor is accepted', async () => {
  const { tenant, caller, list } = await tenantWithReader();
  const first = await create(tenant, caller);
  await create(tenant, caller);
  const updatedFrom = first.lastModifiedOnUtc;
  const page = await list({ pageSize: 1, updatedFrom });
  expect((await list({ pageSize: 1, updatedFrom, cursor: page.nextCursor ?? '' })).data).toHaveLength(1);
});

test('a new epoch of the cell ends the cursors of the old one, but not its watermarks', async () => {
  const apart = await createTestDatabases(inject('postgresAdministratorUrl'));
  try {
    const tenant = await createTestTenant(apart);
    const caller = tenant.caller();
    await create(tenant, caller);
    await create(tenant, caller);
    for (const read of ['list', 'changes'] as const) {
      const page = JSON.parse(await tenant.customers[read](caller, { pageSize: 1 })) as Page<unknown>;
      const owner = apart.connect('rapport_owner').cell('cell');
      await owner.rows(caller, nextEpoch);
      expect(await codeOf(tenant.customers[read](caller, { pageSize: 1, cursor: page.nextCursor ?? '' }))).toBe(
        'invalid_cursor',
      );
      await tenant.customers[read](caller, { pageSize: 1, updatedFrom: page.syncUntilUtc });
    }
  } finally {
    await apart.drop();
  }
});

test('updatedFrom before a change of the view is too old for list and feed, and the full list that follows ends after the change', async () => {
  const { caller, list, customers } = await tenantWithReader();
  const before = (await list()).syncUntilUtc;
  const owner = databases.connect('rapport_subscription_service').tenant(caller.tenant);
  for (const [principal, view] of [
    [caller.actor.clientId ?? '', { client: 1, user: 0 }],
    [caller.actor.userId, { client: 1, user: 1 }],
  ] as const) {
    const stale = caller.view;
    await changeView(caller, owner, principal, 1);
    await expect(customers.list(caller, { pageSize: 1 })).rejects.toBeInstanceOf(StaleView);
    await expect(customers.changes(caller, { pageSize: 1 })).rejects.toBeInstanceOf(StaleView);
    expect(stale).not.toEqual(view);
    Object.assign(caller, { view });
    expect(await codeOf(customers.list(caller, { updatedFrom: before, pageSize: 1 }))).toBe('updated_from_too_old');
    expect(await codeOf(customers.changes(caller, { updatedFrom: before, pageSize: 1 }))).toBe('updated_from_too_old');
    const { syncUntilUtc } = await list();
    expect(syncUntilUtc > before).toBe(true);
    expect((await list({ updatedFrom: syncUntilUtc })).syncUntilUtc).toBe(syncUntilUtc);
  }
});

test('a late or repeated change of a view never takes its number back', async () => {
  const { caller, list } = await tenantWithReader();
  const owner = databases.connect('rapport_subscription_service').tenant(caller.tenant);
  await changeView(caller, owner, caller.actor.userId, 3);
  Object.assign(caller, { view: { client: 0, user: 3 } });
  const { syncUntilUtc } = await list();
  await changeView(caller, owner, caller.actor.userId, 2);
  await changeView(caller, owner, caller.actor.userId, 3);
  expect((await list()).syncUntilUtc).toBe(syncUntilUtc);
});

test('updatedFrom is too old for the feed only where something newer was really purged', async () => {
  const { tenant, caller, feed, list, customers } = await tenantWithReader();
  const [first, second] = [await create(tenant, caller), await create(tenant, caller)];
  const page = await feed({ pageSize: 1 });
  await moveOutbox(caller, databases);
  expect((await feed({ updatedFrom: '2000-01-01T00:00:00.000000Z' })).data).toHaveLength(2);
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, purge, [first.lastModifiedOnUtc]);
  expect(await codeOf(customers.changes(caller, { updatedFrom: first.lastModifiedOnUtc, pageSize: 9 }))).toBe(
    'updated_from_too_old',
  );
  expect((await feed({ updatedFrom: after(first.lastModifiedOnUtc) })).data.map(({ entityId }) => entityId)).toEqual([
    second.id,
  ]);
  expect((await feed()).data).toHaveLength(1);
  expect((await list({ updatedFrom: first.lastModifiedOnUtc })).data).toHaveLength(2);
  expect(await codeOf(customers.changes(caller, { cursor: page.nextCursor ?? '', pageSize: 9 }))).toBe(
    'updated_from_too_old',
  );
});

test('a cursor above the purged items goes on, and one inside the newest purged stamp is too old, because the rest of the stamp is gone', async () => {
  const { tenant, caller, feed, customers } = await tenantWithReader();
  const before = await create(tenant, caller);
  await database.tenant(caller.tenant).write(caller, manyWithOneStamp, [9]);
  await create(tenant, caller);
  await moveOutbox(caller, databases);
  const inside = (await feed({ pageSize: 4 })).nextCursor ?? '';
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, purge, [before.lastModifiedOnUtc]);
  const { data } = await feed({ cursor: inside, pageSize: 4 });
  expect(data).toHaveLength(4);
  await owner.query(caller, purge, [data[0]?.occurredOnUtc]);
  expect(await codeOf(customers.changes(caller, { cursor: inside, pageSize: 4 }))).toBe('updated_from_too_old');
});

test('a read from an updatedFrom in the future is empty and no fault', async () => {
  const { list, feed } = await tenantWithReader();
  for (const read of [list, feed]) {
    const page = await read({ updatedFrom: '2999-01-01T00:00:00.000000Z' });
    expect([page.data, page.hasMore]).toEqual([[], false]);
  }
});

const nextEpoch = statement('next_epoch', 'update cell.epoch set number = number + 1');

const purge = statement(
  'purge_to',
  `with gone as (delete from tenant.change_feed where occurred_on <= $1 returning 1)
   update tenant.feed_floor set purged_to = greatest(purged_to, $1) where resource = 1`,
);

const manyWithOneStamp = statement(
  'many_with_one_stamp',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock', 1, :lock) as at),
   written as (
     insert into tenant.customer (id, code, name, version, created_on, last_modified_on)
     select uuidv7(), 'many-' || n, 'many', 1, at, at from stamped, generate_series(1, $1::int) n
     returning id, version, last_modified_on
   )
   insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   select uuidv7(), :tenant, 1, id, 'created', version, last_modified_on from written`,
);
