import { databasesOfFile, type PlanSession } from '@rapport/database/testing';
import { composed, statement } from '@rapport/database';
import { type SearchFilter } from '@rapport/kernel';
import { GivenValues } from '@rapport/searching';
import { beforeAll, expect, test } from 'vitest';
import { customerDefinition } from '../testing/customers.ts';
import { createTestTenant, type TestTenant } from '../testing/tenant.ts';
import { searchBounds } from './composing/search-bounds.ts';
import { recordFields } from './composing/search-fields.ts';
import { searchTerms } from './composing/search-terms.ts';
import { lookText, searchWays } from './composing/search-ways.ts';

const customers = 1_000;

const databases = await databasesOfFile();
let tenant: TestTenant;
let session: PlanSession;

beforeAll(async () => {
  tenant = await createTestTenant(databases);
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant.caller().tenant);
  await owner.query(tenant.caller(), fill.with({ customers }));
  session = await databases.planSession('cell', 'rapport_public_api');
});

/** The texts that a look reads for a word, beside a filter. */
async function textsRead(name: string, filters: readonly SearchFilter[]): Promise<number> {
  const search = {
    pageNumber: 1,
    pageSize: 20,
    sort: { by: 'name', direction: 'asc' },
    words: ['kaya'],
    filters,
  } as const;
  const given = new GivenValues({});
  const terms = searchTerms(customerDefinition, recordFields(customerDefinition), search, { scope: 'all' }, given);
  const text = lookText({ definition: customerDefinition, terms }, searchWays(terms), searchBounds);
  const { readings } = await session.measure(composed(name, text, given.all), tenant.number);
  const ofTexts = readings.filter((reading) => reading.includes('search_text'));
  return ofTexts.reduce((sum, reading) => sum + Number(reading.split(' ').at(-1)), 0);
}

test('a look samples the texts, except where an index finds few records', async () => {
  const ofOne: SearchFilter = { field: 'customerType', operator: 'eq', value: 'partner' };
  const ofMost: SearchFilter = { field: 'customerType', operator: 'eq', value: 'customer' };
  expect(await textsRead('test_look_few', [ofOne])).toBe(0);
  expect(await textsRead('test_look_many', [ofMost])).toBe(customers);
  expect(await textsRead('test_look_word', [])).toBe(customers);
});

const fill = statement(
  'test_fill',
  `with added as (
     insert into tenant.customer (id, code, name, customer_type, version, created_on, last_modified_on)
     select uuidv7(), 'C-' || n, 'Kaya ' || n, case n when 1 then 'partner' else 'customer' end, 1, now(), now()
     from generate_series(1, :customers::int) n returning *
   )
   insert into tenant.search_text (resource, record_id, folded) select 1, id, cell.search_text(code, name) from added`,
);
