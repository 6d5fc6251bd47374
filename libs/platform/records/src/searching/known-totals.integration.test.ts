import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { RequestContext, Search } from '@rapport/kernel';
import { beforeEach, describe, expect, test } from 'vitest';
import { RecordStore } from '../stores/record-store.ts';
import { RecordShape } from '../showing/shape.ts';
import { loseNewestChange } from '../testing/syncing/lost-changes.ts';
import { moveOutbox } from '../testing/reads.ts';
import { customerDefinition } from '../testing/customers.ts';
import { searchedAddresses } from '../testing/searching/searched-records.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';
import { watchedRows } from '../testing/syncing/watched-rows.ts';
import { RecordSearcher } from './record-searcher.ts';

const countMax = 5;
const spare = 2;
/** With so few records counted, each search of more is a long one. */
const bounds = { shortMax: -1, countMax, spareMax: 10 };

const databases = await databasesOfFile();
let tenant: TestTenant;
let owner: string;
let another: string;
let ids: string[];
let searcher: RecordSearcher;

const application = databases.connect('rapport_application_api');

/** The total has two to spare: all six customers beyond five, and two more. */
beforeEach(async () => {
  tenant = await createTestTenant(databases);
  owner = await tenant.user();
  another = await tenant.user();
  searcher = new RecordSearcher(customerDefinition, new RecordShape(customerDefinition, ['id']), bounds);
  ids = [];
  for (let n = 0; n < countMax + 1 + spare; n += 1) {
    ids.push(await create(`Kaya ${n}`));
  }
});

async function create(name: string): Promise<string> {
  const { body } = await tenant.customers.create(tenant.caller(), {
    name,
    customerType: 'prospect',
    ownerUserId: owner,
  });
  return (JSON.parse(Buffer.from(body).toString()) as { id: string }).id;
}

/** The answer of a search, and the number of its statements: a look and a count are one each. */
async function find(
  asked: Partial<Search> = {},
  context: RequestContext = tenant.caller(),
): Promise<{ readonly total: string; readonly items: number; readonly statements: number }> {
  let statements = 0;
  const sql = watchedRows(application.tenant(context.tenant), () => {
    statements += 1;
  });
  const page = await searcher.search(context, sql, {
    ...{ pageNumber: 1, pageSize: 3, sort: { by: 'name', direction: 'asc' }, words: ['kaya'], filters: [] },
    ...asked,
  });
  const total = `${page.totalCountIsExact ? '' : 'more than '}${page.totalCount}`;
  return { total, items: page.items.length, statements };
}

const more = `more than ${countMax}`;
const asOwner = () => tenant.caller({ scope: 'own', userId: owner });

describe.each<[string, Partial<Search>, () => RequestContext]>([
  ['a word', {}, () => tenant.caller()],
  [
    'a filter',
    { words: [], filters: [{ field: 'customerType', operator: 'eq', value: 'prospect' }] },
    () => tenant.caller(),
  ],
  ['a word, of one owner', {}, asOwner],
  ['an owner', { words: [] }, asOwner],
])('%s', (_, asked, caller) => {
  test('a search that is asked again, or for another page, is not counted again', async () => {
    const first = await find(asked, caller());
    expect(first).toEqual({ total: more, items: 3, statements: 2 });
    expect(await find(asked, caller())).toEqual({ total: more, items: 3, statements: 1 });
    expect(await find({ ...asked, pageNumber: 3 }, caller())).toEqual({ total: more, items: 2, statements: 1 });
    const downwards = { ...asked, sort: { by: 'code', direction: 'desc' } } as const;
    expect(await find(downwards, caller())).toEqual({ total: more, items: 3, statements: 1 });
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['deleted', (id) => tenant.customers.delete(tenant.caller(), id)],
    ['changed', (id) => tenant.customers.update(tenant.caller(), id, { name: 'Demir', ownerUserId: another })],
  ])('records that were %s are missed as soon as fewer may be left than are counted', async (_how, change) => {
    await find(asked, caller());
    for (const id of ids.slice(0, spare)) {
      await change(id);
    }
    expect(await find(asked, caller())).toMatchObject({ total: more, statements: 1 });
    for (const id of ids.slice(spare, spare + 2)) {
      await change(id);
      // An item of the log counts wherever it stands.
      await moveOutbox(tenant.caller(), databases);
    }
    expect(await find(asked, caller())).toMatchObject({ total: '4' });
  });
});

test('changes of records of another tenant, and of before the count, are not changes of what was counted', async () => {
  await find();
  const other = await createTestTenant(databases);
  for (let n = 0; n <= spare; n += 1) {
    await other.customers.create(other.caller(), { name: `Kaya ${n}` });
  }
  expect(await find()).toMatchObject({ total: more, statements: 1 });
});

test('a count is known to hold also where the feed was purged before it', async () => {
  await moveOutbox(tenant.caller(), databases);
  const administrator = databases.connect('rapport_owner', { poolSize: 1 });
  await administrator.tenant(tenant.caller().tenant).query(tenant.caller(), purge);
  await find();
  for (const id of ids.slice(0, spare)) {
    await tenant.customers.delete(tenant.caller(), id);
  }
  expect(await find()).toMatchObject({ total: more, statements: 1 });
  await tenant.customers.delete(tenant.caller(), ids[spare] ?? '');
  expect(await find()).toMatchObject({ total: '5' });
});

test('a count is not known where the newest change that it saw is gone, as after a recovery that lost commits', async () => {
  await find();
  await loseNewestChange(databases, tenant.caller());
  expect(await find()).toMatchObject({ total: more, statements: 3 });
  await moveOutbox(tenant.caller(), databases);
  expect(await find()).toMatchObject({ total: more, statements: 1 });
  await loseNewestChange(databases, tenant.caller());
  expect(await find()).toMatchObject({ total: more, statements: 3 });
});

test('records that are seen with another one are counted each time, because its changes are not theirs', async () => {
  const [customerId = ''] = ids;
  const writes = ['customerId', 'title', 'addressLine1', 'city', 'countryCode'] as const;
  const surface = { shows: ['id'], writes, answers: 'id' } as const;
  const all = [customerDefinition, searchedAddresses];
  const addresses = new RecordStore(searchedAddresses, surface, { database: application, all });
  for (let n = 0; n <= countMax + spare; n += 1) {
    const body = { customerId, title: `Kaya ${n}`, addressLine1: 'A Street 1', city: 'Izmir', countryCode: 'TR' };
    await addresses.create(tenant.caller(), body);
  }
  searcher = new RecordSearcher(searchedAddresses, new RecordShape(searchedAddresses, ['id']), bounds);
  const asked = { words: [], sort: { by: 'lastModifiedOnUtc', direction: 'desc' } } as const;
  expect(await find(asked, asOwner())).toMatchObject({ total: more });
  await tenant.customers.update(tenant.caller(), customerId, { name: 'Kaya', ownerUserId: another });
  expect(await find(asked, asOwner())).toMatchObject({ total: '0' });
});

test('what is known of one search, caller or view says nothing of another', async () => {
  await find();
  expect(await find({ words: ['kaya', 'demir'] })).toMatchObject({ total: '0' });
  expect(await find({ filters: [{ field: 'name', operator: 'eq', value: 'Kaya 3' }] })).toMatchObject({ total: '1' });
  expect(await find({}, tenant.caller({ scope: 'own', userId: another }))).toMatchObject({ total: '0' });
});

const purge = statement('test_purge', 'delete from tenant.change_feed');
