import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { changeView } from '../people/change-view.ts';
import { millisecondAfter, moveOutbox } from '../testing/reads.ts';
import { codeOf } from '../testing/refusals.ts';
import { newCustomer } from '../testing/tenant.ts';
import { tenantWithReader } from '../testing/tenant-with-reader.ts';
import { StaleView } from './pages/stale-view.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');

test('updatedFrom before a change of the view is too old for list and feed, and the full list that follows ends after the change', async () => {
  const { caller, list, customers } = await tenantWithReader(databases, database);
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
  const { caller, list } = await tenantWithReader(databases, database);
  const owner = databases.connect('rapport_subscription_service').tenant(caller.tenant);
  await changeView(caller, owner, caller.actor.userId, 3);
  Object.assign(caller, { view: { client: 0, user: 3 } });
  const { syncUntilUtc } = await list();
  await changeView(caller, owner, caller.actor.userId, 2);
  await changeView(caller, owner, caller.actor.userId, 3);
  expect((await list()).syncUntilUtc).toBe(syncUntilUtc);
});

test('updatedFrom is too old for the feed only where something newer was really purged', async () => {
  const { tenant, caller, feed, list, customers } = await tenantWithReader(databases, database);
  const [first, second] = [await newCustomer(tenant, caller), await newCustomer(tenant, caller)];
  const page = await feed({ pageSize: 1 });
  await moveOutbox(caller, databases);
  expect((await feed({ updatedFrom: '2000-01-01T00:00:00.000000Z' })).data).toHaveLength(2);
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, purge.with({ lastModifiedOnUtc: first.lastModifiedOnUtc }));
  expect(await codeOf(customers.changes(caller, { updatedFrom: first.lastModifiedOnUtc, pageSize: 9 }))).toBe(
    'updated_from_too_old',
  );
  expect(
    (await feed({ updatedFrom: millisecondAfter(first.lastModifiedOnUtc) })).data.map(({ entityId }) => entityId),
  ).toEqual([second.id]);
  expect((await feed()).data).toHaveLength(1);
  expect((await list({ updatedFrom: first.lastModifiedOnUtc })).data).toHaveLength(2);
  expect(await codeOf(customers.changes(caller, { cursor: page.nextCursor ?? '', pageSize: 9 }))).toBe(
    'updated_from_too_old',
  );
});

test('a cursor above the purged items goes on, and one inside the newest purged stamp is too old, because the rest of the stamp is gone', async () => {
  const { tenant, caller, feed, customers, addWithOneStamp } = await tenantWithReader(databases, database);
  const before = await newCustomer(tenant, caller);
  await addWithOneStamp(9);
  await newCustomer(tenant, caller);
  await moveOutbox(caller, databases);
  const inside = (await feed({ pageSize: 4 })).nextCursor ?? '';
  const owner = databases.connect('rapport_owner').tenant(caller.tenant);
  await owner.query(caller, purge.with({ lastModifiedOnUtc: before.lastModifiedOnUtc }));
  const { data } = await feed({ cursor: inside, pageSize: 4 });
  expect(data).toHaveLength(4);
  await owner.query(caller, purge.with({ lastModifiedOnUtc: data[0]?.occurredOnUtc }));
  expect(await codeOf(customers.changes(caller, { cursor: inside, pageSize: 4 }))).toBe('updated_from_too_old');
});

const purge = statement(
  'purge_to',
  `with gone as (delete from tenant.change_feed where occurred_on <= :lastModifiedOnUtc returning 1)
   update tenant.feed_floor set purged_to = greatest(purged_to, :lastModifiedOnUtc) where resource = 1`,
);
