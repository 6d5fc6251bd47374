import { statement } from '@rapport/database';
import { createTestDatabases, databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, inject, test } from 'vitest';
import { CursorCodec } from './cursor.ts';
import { millisecondAfter, moveOutbox, readAll, type Page } from '../../testing/reads.ts';
import { codeOf } from '../../testing/refusals.ts';
import { createTestTenant, cursorKey, newCustomer } from '../../testing/tenant.ts';
import { tenantWithReader } from '../../testing/tenant-with-reader.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');

test('before the first change a read ends with the birth of the tenant, and two reads without a write end alike', async () => {
  const { list, feed } = await tenantWithReader(databases, database);
  const first = await list();
  expect(first).toEqual({ data: [], nextCursor: null, hasMore: false, syncUntilUtc: first.syncUntilUtc });
  expect(first.syncUntilUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/);
  expect(await list()).toEqual(first);
  expect((await feed()).syncUntilUtc).toBe(first.syncUntilUtc);
});

test('a read ends one millisecond after the newest change, and a read from there on gives nothing twice', async () => {
  const { tenant, caller, list, feed } = await tenantWithReader(databases, database);
  await newCustomer(tenant, caller);
  const newest = await newCustomer(tenant, caller);
  for (const read of [list, feed]) {
    const page = await read();
    expect(page.data).toHaveLength(2);
    expect(page.syncUntilUtc).toBe(millisecondAfter(newest.lastModifiedOnUtc));
    expect((await read({ updatedFrom: page.syncUntilUtc })).data).toEqual([]);
    expect((await read({ updatedFrom: newest.lastModifiedOnUtc })).data).toHaveLength(1);
  }
});

test('the deletion of the newest record does not take the watermark back', async () => {
  const { tenant, caller, list } = await tenantWithReader(databases, database);
  const { id } = await newCustomer(tenant, caller);
  const before = await list();
  await tenant.customers.delete(caller, id);
  const gone = await list();
  expect(gone.data).toEqual([]);
  expect(gone.syncUntilUtc > before.syncUntilUtc).toBe(true);
});

test('the feed is the same from the outbox, from the change feed and from both', async () => {
  const { tenant, caller, feed } = await tenantWithReader(databases, database);
  const ids = [];
  for (let n = 0; n < 6; n += 1) {
    ids.push((await newCustomer(tenant, caller, { name: `n${n}`, externalId: `x${n}` })).id);
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
  const { tenant, caller, list } = await tenantWithReader(databases, database);
  const made = [];
  for (let n = 0; n < 4; n += 1) {
    made.push((await newCustomer(tenant, caller)).id);
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
  const { tenant, caller, feed } = await tenantWithReader(databases, database);
  const hot = await newCustomer(tenant, caller);
  for (let n = 0; n < 5; n += 1) {
    await newCustomer(tenant, caller);
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
  const first = await newCustomer(tenant, caller, { name: 'a', externalId: 'again' });
  await tenant.customers.delete(caller, first.id);
  const second = await newCustomer(tenant, caller, { name: 'b', externalId: 'again' });
  const { data } = await feed({ updatedFrom: since });
  expect(data.map(({ entityId, operation, externalId }) => [entityId, operation, externalId])).toEqual([
    [first.id, 'created', 'again'],
    [first.id, 'deleted', 'again'],
    [second.id, 'created', 'again'],
  ]);
});

test('records with one stamp come in pages of any size, each once', async () => {
  const { tenant, caller, addWithOneStamp } = await tenantWithReader(databases, database);
  await addWithOneStamp(500);
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
  const { tenant, caller, list, feed } = await tenantWithReader(databases, database);
  await newCustomer(tenant, caller, { name: 'a', externalId: 'secret' });
  const other = { ...caller, actor: { ...caller.actor, clientId: newId() } };
  expect(JSON.stringify([await list({}, other), await feed({}, other)])).not.toContain('secret');
});

test('the feed calls a record that enters the view updated and one that leaves it deleted, and never names one outside', async () => {
  const { tenant, caller, feed } = await tenantWithReader(databases, database);
  const [mine, theirs] = [await tenant.user(), await tenant.user()];
  const own = tenant.caller({ scope: 'own', userId: mine });
  const make = async (ownerUserId: string): Promise<string> =>
    (await newCustomer(tenant, caller, { name: 'a', ownerUserId })).id;
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
  const { tenant, caller, list, feed, customers } = await tenantWithReader(databases, database);
  await newCustomer(tenant, caller);
  await newCustomer(tenant, caller);
  const [page, items] = [await list({ pageSize: 1 }), await feed({ pageSize: 1 })];
  const cursor = page.nextCursor ?? '';
  const other = await tenantWithReader(databases, database);
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
  const { tenant, caller, list } = await tenantWithReader(databases, database);
  const first = await newCustomer(tenant, caller);
  await newCustomer(tenant, caller);
  const updatedFrom = first.lastModifiedOnUtc;
  const page = await list({ pageSize: 1, updatedFrom });
  expect((await list({ pageSize: 1, updatedFrom, cursor: page.nextCursor ?? '' })).data).toHaveLength(1);
});

test('a new epoch of the cell ends the cursors of the old one, but not its watermarks', async () => {
  const apart = await createTestDatabases(inject('postgresAdministratorUrl'));
  try {
    const tenant = await createTestTenant(apart);
    const caller = tenant.caller();
    await newCustomer(tenant, caller);
    await newCustomer(tenant, caller);
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

test('a read from an updatedFrom in the future is empty and no fault', async () => {
  const { list, feed } = await tenantWithReader(databases, database);
  for (const read of [list, feed]) {
    const page = await read({ updatedFrom: '2999-01-01T00:00:00.000000Z' });
    expect([page.data, page.hasMore]).toEqual([[], false]);
  }
});

const nextEpoch = statement('next_epoch', 'update cell.epoch set number = number + 1');
