import { beforeAll, describe, expect, test } from 'vitest';
import {
  changePages,
  changes,
  customerPages,
  listedIds,
  newCustomer,
  newCustomers,
  putCustomer,
  watermark,
} from './customers.ts';
import { expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { expectDone, newName, newTenant, type TestClient } from './tenant.ts';

const tenant = await newTenant();
const client = await tenant.client();

test('the feed has the whole life of a record in its order, each item with the stamp that the change gave the record', async () => {
  const since = await watermark(client);
  const externalId = newName('external');
  const made = await newCustomer(client, { externalId });
  const changed = await putCustomer(client, made, { description: 'Changed' });
  expectDone(await client.deleteCustomer({ params: { id: made.id } }), 204);
  const items = await changes(client, { updatedFrom: since });
  const item = { resource: 'customers', entityId: made.id, externalId };
  expect(items).toEqual([
    { ...item, id: items[0]?.id, operation: 'created', occurredOnUtc: made.lastModifiedOnUtc },
    { ...item, id: items[1]?.id, operation: 'updated', occurredOnUtc: changed.lastModifiedOnUtc },
    { ...item, id: items[2]?.id, operation: 'deleted', occurredOnUtc: items[2]?.occurredOnUtc },
  ]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(3);
});

test('the feed has each of many updates, in pages of any size, in the order of (occurredOnUtc, id)', async () => {
  const since = await watermark(client);
  let record = await newCustomer(client);
  const stamps = [record.lastModifiedOnUtc];
  for (let change = 0; change < 6; change += 1) {
    record = await putCustomer(client, record, { description: `Change ${change}` });
    stamps.push(record.lastModifiedOnUtc);
  }
  for (const pageSize of [1, 2, 3, 200]) {
    const pages = await changePages(client, { updatedFrom: since, pageSize });
    expect(pages.flatMap(({ data }) => data.map(({ occurredOnUtc }) => occurredOnUtc))).toEqual(stamps);
    expect(new Set(pages.map(({ syncUntilUtc }) => syncUntilUtc)).size).toBe(1);
  }
  expect(stamps).toEqual(stamps.toSorted());
});

test('a watermark of the list is valid for the feed, and one of the feed for the list', async () => {
  const fromList = await watermark(client);
  const first = await newCustomer(client);
  expect((await changes(client, { updatedFrom: fromList })).map(({ entityId }) => entityId)).toEqual([first.id]);
  const fromFeed = expectDone(await client.listCustomerChanges({ query: { updatedFrom: fromList } }), 200).syncUntilUtc;
  const second = await newCustomer(client);
  expect(await listedIds(client, { updatedFrom: fromFeed })).toEqual([second.id]);
});

test('the feed starts at its oldest item without updatedFrom, and with a time of long ago where nothing was purged', async () => {
  const own = await (await newTenant()).client();
  const ids = (await newCustomers(own, 2)).map(({ id }) => id);
  for (const updatedFrom of [undefined, '2000-01-01T00:00:00Z', '2020-06-01T12:00:00.000001+03:00']) {
    const read = updatedFrom === undefined ? {} : { updatedFrom };
    expect((await changes(own, read)).map(({ entityId }) => entityId)).toEqual(ids);
    expect(await listedIds(own, read)).toEqual(ids);
  }
});

test('the feed never has a change of another tenant', async () => {
  const since = await watermark(client);
  const stranger = await (await newTenant()).client();
  await newCustomer(stranger);
  const mine = await newCustomer(client);
  expect((await changes(client, { updatedFrom: since })).map(({ entityId }) => entityId)).toEqual([mine.id]);
});

test('an item of the feed shows the external id of the calling client, and null to other clients', async () => {
  const other = await tenant.client();
  const since = await watermark(client);
  const made = await newCustomer(client, { externalId: newName('mine') });
  const theirs = expectDone(await other.getCustomer({ params: { id: made.id } }), 200);
  const externalId = newName('theirs');
  await putCustomer(other, theirs, { externalId, description: 'Theirs now too' });
  expectDone(await client.deleteCustomer({ params: { id: made.id } }), 204);
  const mine = await changes(client, { updatedFrom: since }, made.id);
  expect(new Set(mine.map((item) => item.externalId))).toEqual(new Set([made.externalId]));
  const seen = await changes(other, { updatedFrom: since }, made.id);
  expect(seen.at(-1)).toMatchObject({ operation: 'deleted', externalId });
  const third = await changes(await tenant.client(), { updatedFrom: since }, made.id);
  expect(new Set(third.map((item) => item.externalId))).toEqual(new Set([null]));
});

test('the feed of a resource that does not exist is 404', async () => {
  for (const resource of ['activities', 'customer', 'Customers', 'customers/']) {
    expectProblem(await raw('GET', `/api/v1/changes/${resource}`, { token: client.token }), 404, 'route_not_found');
  }
});

describe('the feed of a client that sees only the records of its user', () => {
  let userId: string;
  let confined: TestClient;
  beforeAll(async () => {
    userId = await tenant.user({ dataScope: 'own' });
    confined = await tenant.client({ runAsUserId: userId });
  });

  test('neither the feed nor the list of a confined client has changes of other records', async () => {
    const since = await watermark(client);
    const hidden = await newCustomer(client);
    await putCustomer(client, hidden, { description: 'Changed' });
    expectDone(await client.deleteCustomer({ params: { id: hidden.id } }), 204);
    expect(await changes(confined, { updatedFrom: since })).toEqual([]);
    expect(await customerPages(confined, { updatedFrom: since })).toMatchObject([{ data: [] }]);
  });

  test('a record that enters the view appears in the feed as updated, and one that leaves it as deleted', async () => {
    const since = await watermark(client);
    const record = await newCustomer(client);
    const given = await putCustomer(client, record, { ownerUserId: userId });
    expect(await changes(confined, { updatedFrom: since })).toMatchObject([
      { entityId: record.id, operation: 'updated', occurredOnUtc: given.lastModifiedOnUtc },
    ]);
    expect(await listedIds(confined, { updatedFrom: since })).toEqual([record.id]);
    await putCustomer(client, given, { ownerUserId: tenant.ownerId });
    expect((await changes(confined, { updatedFrom: given.lastModifiedOnUtc })).at(-1)?.operation).toBe('deleted');
    expect(await listedIds(confined, { updatedFrom: since })).toEqual([]);
    expectProblem(await confined.getCustomer({ params: { id: record.id } }), 404, 'not_found');
  });

  test('the watermark of a confined client is that of its tenant, so writes of other clients move it', async () => {
    await newCustomer(client);
    expect(await watermark(confined)).toBe(await watermark(client));
  });
});
