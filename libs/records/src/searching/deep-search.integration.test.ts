import type { Database } from '@rapport/database';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext, type Search, type SearchFilter, type Visibility } from '@rapport/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { RecordShape } from '../shape.ts';
import { loseNewestChange } from '../testing/lost-changes.ts';
import { moveOutbox } from '../testing/reads.ts';
import { pick, seeded } from '../testing/search-by-chance.ts';
import { searchedCustomers } from '../testing/searched-records.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';
import { watchedRows } from '../testing/watched-rows.ts';
import { RecordSearcher } from './record-searcher.ts';

/** With so few records counted and so short a page, each search is a long one, and each page but the first is far from it. */
const bounds = { shortMax: -1, countMax: 15, spareMax: 1_000, deepMin: 1, changesMax: 6, walkMin: 1 };
const pageSize = 3;
const words = ['kaya', 'demir'] as const;

const team = newId();

let databases: TestDatabases;
let application: Database;
let tenant: TestTenant;
let owners: readonly string[];
let ids: string[];
let searcher: RecordSearcher;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  application = databases.connect('rapport_application_api');
});
afterAll(() => databases.drop());

beforeEach(async () => {
  tenant = await createTestTenant(databases);
  owners = [await tenant.user(team), await tenant.user()];
  searcher = searcherWith(bounds);
  ids = [];
  for (let n = 0; n < 60; n += 1) {
    ids.push(await create(`${words[n % 3 === 0 ? 1 : 0]} ${String(n % 7)}`, owners[n % 5 === 0 ? 1 : 0]));
  }
});

function searcherWith(its: typeof bounds | object): RecordSearcher {
  return new RecordSearcher(searchedCustomers, new RecordShape(searchedCustomers, ['id', 'name']), its);
}

async function create(name: string, ownerUserId = owners[0]): Promise<string> {
  const { body } = await tenant.customers.create(tenant.caller(), { name, ownerUserId });
  return (JSON.parse(Buffer.from(body).toString()) as { id: string }).id;
}

interface Found {
  readonly items: readonly string[];
  readonly hasNextPage: boolean;
  /** Whether the search began behind a place that it knew. */
  readonly isNear: boolean;
}

async function find(asked: Partial<Search>, context = tenant.caller(), by = searcher): Promise<Found> {
  let isNear = false;
  const sql = watchedRows(application.tenant(context.tenant), (_, values) => {
    isNear = values.some((value) => Buffer.isBuffer(value));
  });
  const page = await by.search(context, sql, {
    ...{ pageNumber: 4, pageSize, sort: { by: 'name', direction: 'asc' }, words: ['kaya'], filters: [] },
    ...asked,
  });
  return { items: page.items, hasNextPage: page.hasNextPage, isNear };
}

/** What a search finds that remembers nothing. */
async function plain(asked: Partial<Search>, context?: RequestContext): Promise<Omit<Found, 'isNear'>> {
  const { items, hasNextPage } = await find(asked, context, searcherWith({}));
  return { items, hasNextPage };
}

test('a page far from the first is found behind a known place, whichever page found the places', async () => {
  expect(await find({})).toMatchObject({ isNear: false });
  for (const pageNumber of [2, 3, 4, 5, 6, 7, 14, 20]) {
    expect(await find({ pageNumber })).toEqual({ ...(await plain({ pageNumber })), isNear: true });
  }
  expect(await find({ pageNumber: 1 })).toEqual({ ...(await plain({ pageNumber: 1 })), isNear: false });
});

test.each<[string, Partial<Search>, () => RequestContext]>([
  ['another word', { words: ['demir'] }, () => tenant.caller()],
  ['another direction', { sort: { by: 'name', direction: 'desc' } }, () => tenant.caller()],
  ['another order', { sort: { by: 'code', direction: 'asc' } }, () => tenant.caller()],
  ['a filter', { filters: [{ field: 'name', operator: 'ne', value: 'kaya 1' }] }, () => tenant.caller()],
  ['another caller', {}, () => tenant.caller({ scope: 'own', userId: owners[0] ?? '' })],
])('the places of one search are not those of %s', async (_, asked, caller) => {
  await find({});
  const other = { pageNumber: 3, ...asked };
  expect(await find(other, caller())).toEqual({ ...(await plain(other, caller())), isNear: false });
  expect(await find(other, caller())).toMatchObject({ isNear: true });
});

test('a search whose order has records without a value begins at the first', async () => {
  const asked = { sort: { by: 'email', direction: 'asc' } } as const;
  await find(asked);
  expect(await find(asked)).toEqual({ ...(await plain(asked)), isNear: false });
});

test('places hold while no more records changed than are looked at, wherever the log of their changes stands', async () => {
  await find({});
  for (const [n, id] of ids.slice(0, bounds.changesMax).entries()) {
    await tenant.customers.update(tenant.caller(), id, { name: `kaya x${n}` });
    if (n === 2) {
      await moveOutbox(tenant.caller(), databases);
    }
    expect(await find({})).toEqual({ ...(await plain({})), isNear: true });
  }
  await tenant.customers.update(tenant.caller(), ids[0] ?? '', { name: 'kaya' });
  expect(await find({})).toEqual({ ...(await plain({})), isNear: false });
  expect(await find({})).toEqual({ ...(await plain({})), isNear: true });
});

test('places are not known where the newest change that their search saw is gone', async () => {
  await find({});
  await loseNewestChange(databases, tenant.caller());
  expect(await find({})).toMatchObject({ isNear: false });
  expect(await find({})).toMatchObject({ isNear: true });
});

describe.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['createdOnUtc', 'desc'],
  ['lastModifiedOnUtc', 'desc'],
  ['code', 'asc'],
] as const)('by %s, %s', (by, direction) => {
  test('pages between changes by chance are those of a search that remembers nothing', async () => {
    const dice = seeded(11);
    let near = 0;
    for (let n = 0; n < 100; n += 1) {
      for (let changes = pick(dice, [0, 0, 1, 2, 5]); changes > 0; changes -= 1) {
        await change(dice);
      }
      const caller = tenant.caller(
        pick<Visibility>(dice, [
          { scope: 'all' },
          { scope: 'own', userId: owners[0] ?? '' },
          { scope: 'team', teamId: team },
        ]),
      );
      const asked = {
        ...{ sort: { by, direction }, pageNumber: pick(dice, [2, 3, 4, 7, 10]), words: ['kaya'] },
        filters: pick<SearchFilter[]>(dice, [[], [{ field: 'name', operator: 'ne', value: 'Kaya 1' }]]),
      };
      const found = await find(asked, caller);
      expect(found, JSON.stringify(asked)).toMatchObject(await plain(asked, caller));
      near += Number(found.isNear);
    }
    expect(near).toBeGreaterThan(15);
  });

  async function change(dice: () => number): Promise<void> {
    const id = pick(dice, ids);
    const name = `${pick(dice, words)} ${pick(dice, [0, 1, 2, 3, 4, 5, 6])}`;
    const what = pick(dice, ['create', 'rename', 'rename', 'own', 'delete'] as const);
    if (what === 'create') {
      ids.push(await create(name));
    } else if (what === 'delete') {
      ids.splice(ids.indexOf(id), 1);
      await tenant.customers.delete(tenant.caller(), id);
    } else {
      await tenant.customers.update(tenant.caller(), id, {
        name,
        ...(what === 'own' && { ownerUserId: pick(dice, owners) }),
      });
    }
  }
});
