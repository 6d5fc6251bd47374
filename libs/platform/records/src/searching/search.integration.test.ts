import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext, type Search, type Visibility } from '@rapport/kernel';
import { beforeAll, describe, expect, test } from 'vitest';
import { columnName } from '../defining/column.ts';
import { RecordStore } from '../stores/record-store.ts';
import { RecordShape } from '../showing/shape.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import { hasOwner } from '../defining/target.ts';
import { pick, searchByChance, seeded, vocabulary } from '../testing/searching/search-by-chance.ts';
import { oracle, type Known } from '../testing/searching/search-oracle.ts';
import { searchedKinds } from '../testing/searching/searched-kinds.ts';
import { customerDefinition } from '../testing/customers.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';
import { RecordSearcher } from './record-searcher.ts';
import { searchBounds, type SearchBounds } from './composing/search-bounds.ts';

const databases = await databasesOfFile();
const tenant = await createTestTenant(databases);

const everything: Search = {
  pageNumber: 1,
  pageSize: 200,
  sort: { by: 'lastModifiedOnUtc', direction: 'desc' },
  words: [],
  filters: [],
};

const customerShape = new RecordShape(customerDefinition, ['id', 'code', 'name']);
const customerSearcher = new RecordSearcher(customerDefinition, customerShape);
/**
 * Of records as few as those of tests the first ones sort all that they find, and the others walk past them: the last ones
 * in short steps, and to them each word is common. Some count so few that they know the total when they are asked again.
 */
const short = { shortMax: -1, sampleMin: 0, commonShare: 0, fewMax: 0, walkMin: 1, walkMax: 2 };
const bounds: readonly Partial<SearchBounds>[] = [
  {},
  { shortMax: 20 },
  { shortMax: -1 },
  short,
  { shortMax: -1, countMax: 12 },
  { ...short, countMax: 7 },
  { ...short, countMax: 9, sampleBlocks: 0 },
];

async function idsOf(
  searcher: RecordSearcher,
  context: RequestContext,
  search: Partial<Search>,
  within: TestTenant = tenant,
): Promise<string[]> {
  const { items } = await searcher.search(context, within.database.tenant(context.tenant), {
    ...everything,
    ...search,
  });
  return items.map((item) => (JSON.parse(Buffer.from(item, 'latin1').toString()) as { id: string }).id);
}

describe('what is written is found at once', () => {
  const customers = () => tenant.customers;

  async function named(name: string): Promise<string> {
    const { body } = await customers().create(tenant.caller(), { name });
    return (JSON.parse(Buffer.from(body).toString()) as { id: string }).id;
  }

  test('by its new text after an update, and not at all after its delete', async () => {
    const id = await named('Kuzey Ticaret');
    const find = (...words: string[]) => idsOf(customerSearcher, tenant.caller(), { words });
    expect(await find('kuzey')).toEqual([id]);
    await customers().update(tenant.caller(), id, { name: 'Güney Ticaret' });
    expect([await find('kuzey'), await find('guney', 'TİC')]).toEqual([[], [id]]);
    await customers().delete(tenant.caller(), id);
    expect(await find('guney')).toEqual([]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['Şişli Işık', ['şişli', 'SISLI', 'ışık', 'isik', 'IŞIK', 'ŞİŞLİ', 'ş', 'i'], ['işli̇x', 'li']],
    ['José Jalapeño', ['jose', 'JOSÉ', 'Jose\u0301', 'jalapeno'], ['ose x']],
    ['Straße', ['strasse', 'STRASSE', 'straße'], ['strase']],
    ['Ελένη Νίκος', ['ελενη', 'ΕΛΕΝΗ', 'ΝΙΚΟΣ', 'νικοσ', 'νι'], ['λέ']],
    ['Иванов Йосиф', ['иванов', 'ИВАНОВ', 'иосиф', 'ив'], ['ва']],
    ['أحمد مُحَمَّد', ['احمد', 'محمد', 'أحمد', 'مح'], ['حم']],
    ['北京貿易公司', ['北京貿易', '貿易公', '北京', '北'], ['貿易', '京']],
    ['100% a_b back\\slash (x', ['100%', 'a_b', 'k\\s', '(x', 'a'], ['%', '%%%', '___', 'axb', '\\\\\\', '_b']],
    ['Ankara→Kaya «Öz» 😀Deniz', ['ka', 'oz', '«o', 'de', 'd', 'ra→ka', '«öz»', '😀', '😀d'], ['→k', 'ay', 'a→ k']],
    [`O'Neil "Sons"; --`, [`o'neil`, '"sons"', '--', 'neil'], [`''`]],
  ])('%s', async (name, asked, missed) => {
    const id = await named(name);
    for (const word of asked) {
      expect.soft(await idsOf(customerSearcher, tenant.caller(), { words: [word] }), word).toContain(id);
    }
    for (const word of missed) {
      expect.soft(await idsOf(customerSearcher, tenant.caller(), { words: [word] }), word).not.toContain(id);
    }
  });
});

test('no session keeps the text of a search, and only a search is planned for its values', async () => {
  const database = databases.connect('rapport_public_api', { poolSize: 1 });
  const context = tenant.caller();
  const sql = database.tenant(context.tenant);
  const settings = statement(
    'test_session',
    `select (select count(*)::int from pg_prepared_statements) as kept, current_setting('plan_cache_mode') as mode`,
  );
  const before = await sql.query<{ kept: number; mode: string }>(context, settings);
  for (const word of vocabulary) {
    await customerSearcher.search(context, sql, { ...everything, words: [word, 'x'], filters: [] });
    await customerSearcher.search(context, sql, {
      ...everything,
      filters: [{ field: 'name', operator: 'contains', value: word }],
    });
  }
  expect(await sql.query(context, settings)).toEqual(before);
  expect(before).toEqual([{ kept: 1, mode: 'force_generic_plan' }]);
});

describe('searches by chance give the records, the order and the count of a plain filter over all of them', () => {
  const dice = seeded(7);
  const teams = [newId(), newId()];
  let world: TestTenant;
  let users: readonly string[];
  const made = new Map<string, string[]>();
  beforeAll(async () => {
    world = await createTestTenant(databases, databases.connect('rapport_application_api'));
    users = await Promise.all([teams[0], teams[0], teams[1], null].map((team) => world.user(team ?? null)));
    const all = searchedKinds.map(({ definition }) => definition);
    for (const { definition, bodyOf } of searchedKinds) {
      const ids: string[] = [];
      made.set(definition.resource.table, ids);
      const { columns, states } = definition;
      const writes = Object.keys(columns).filter((member) => !states?.effects?.[member]);
      const surface = { shows: ['id'], writes, answers: 'id' } as const;
      const store = new RecordStore(definition, surface, { database: world.database, all });
      for (let n = 0; n < 90; n += 1) {
        const owner = hasOwner(definition) ? { ownerUserId: pick(dice, users) } : {};
        const body = bodyOf(dice, n, (table) => made.get(table) ?? []);
        ids.push(JSON.parse((await store.create(world.caller(), { ...body, ...owner })).body) as string);
      }
    }
  });

  test.each(searchedKinds.map((kind) => [kind.definition.resource.name, kind] as const))('%s', async (_, kind) => {
    const { definition, fields, sorts } = kind;
    const records = await known(world, definition);
    const shape = new RecordShape(definition, ['id']);
    const searchers = bounds.map((each) => ({
      searcher: new RecordSearcher(definition, shape, each),
      countMax: each.countMax ?? searchBounds.countMax,
    }));
    for (let n = 0; n < 300; n += 1) {
      const visibility = pick<Visibility>(dice, [
        { scope: 'all' },
        { scope: 'own', userId: pick(dice, users) },
        { scope: 'team', teamId: pick(dice, teams) },
      ]);
      const search = searchByChance(dice, fields, sorts, records);
      const expected = oracle(definition, records, search, visibility);
      const context = world.caller(visibility);
      const { searcher, countMax } = pick(dice, searchers);
      for (const pageNumber of [search.pageNumber, 1, 2]) {
        const found = await searcher.search(context, world.database.tenant(context.tenant), { ...search, pageNumber });
        const asked = JSON.stringify({ search, visibility, pageNumber });
        const from = (pageNumber - 1) * search.pageSize;
        expect(
          found.items.map((item) => (JSON.parse(Buffer.from(item, 'latin1').toString()) as { id: string }).id),
          asked,
        ).toEqual(expected.slice(from, from + search.pageSize));
        expect([found.totalCount, found.totalCountIsExact, found.hasNextPage], asked).toEqual([
          Math.min(expected.length, countMax),
          expected.length <= countMax,
          expected.length > from + search.pageSize,
        ]);
      }
    }
  });
});

/** All records of a table as they stand there. A part shows whose its parent is. */
async function known(world: TestTenant, { resource: { table }, seenBy }: RecordDefinition): Promise<Known[]> {
  const parent = typeof seenBy === 'object' ? seenBy : null;
  const owners = parent
    ? `|| (select jsonb_build_object('owner_user_id', parent.owner_user_id, 'team_id', parent.team_id)
      from tenant.${parent.parent.resource.table} parent where parent.id = record.${columnName(parent.member)})`
    : '';
  const rows = await world.database
    .tenant(world.caller().tenant)
    .query<{ record: Readonly<Record<string, Known[string]>> }>(
      world.caller(),
      statement(`test_all_${table}`, `select to_jsonb(record) ${owners} as record from tenant.${table} record`),
    );
  return rows.map(({ record }) =>
    Object.fromEntries(Object.entries(record).map(([column, value]) => [memberOf(column), value])),
  );
}

function memberOf(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/On$/, 'OnUtc');
}
