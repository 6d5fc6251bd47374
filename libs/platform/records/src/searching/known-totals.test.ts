import { newId, type RequestContext, type Search, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { GivenValues } from '@rapport/searching';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { customerDefinition } from '../testing/customers.ts';
import { recordFields } from './composing/search-fields.ts';
import { fieldNamed, searchTerms } from './composing/search-terms.ts';
import type { SearchClauses } from './composing/search-statement.ts';
import { KnownTotals } from './known-totals.ts';

const total = { spare: 1, asOf: '2026-11-23 12:00:00+00', textShare: 0.3 };
const context = seenBy({ scope: 'all' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function seenBy(visibility: Visibility, id = newId()): RequestContext {
  return callerOf({ id, number: 1, cell: 'cell' }, visibility);
}

function searchOf(word: string, more: Partial<Search> = {}): SearchClauses {
  const sort = { by: 'name', direction: 'asc' } as const;
  const search = { pageNumber: 1, pageSize: 20, sort, words: [word], filters: [], ...more };
  const fields = recordFields(customerDefinition);
  const given = new GivenValues({});
  return {
    definition: customerDefinition,
    terms: searchTerms(customerDefinition, fields, search, context.visibility, given),
    search,
    sort: fieldNamed(fields, search.sort.by),
    item: 'record.id',
    values: given.all,
  };
}

test('what was found is kept for a minute, and what is found again takes its place', () => {
  const totals = new KnownTotals();
  totals.keep(context, searchOf('a'), total);
  vi.advanceTimersByTime(59_999);
  expect(totals.find(context, searchOf('a'))).toMatchObject(total);
  totals.keep(context, searchOf('a'), { ...total, spare: 2 });
  vi.advanceTimersByTime(59_999);
  expect(totals.find(context, searchOf('a'))).toMatchObject({ spare: 2 });
  vi.advanceTimersByTime(1);
  expect(totals.find(context, searchOf('a'))).toBeNull();
});

test('another page or order has the same total, and another tenant, viewer or word has none', () => {
  const totals = new KnownTotals();
  totals.keep(context, searchOf('a'), total);
  const elsewhere = { pageNumber: 7, sort: { by: 'createdOnUtc', direction: 'desc' } } as const;
  expect(totals.find(context, searchOf('a', elsewhere))).toMatchObject(total);
  expect(totals.find(context, searchOf('b'))).toBeNull();
  expect(totals.find(seenBy(context.visibility), searchOf('a'))).toBeNull();
  expect(totals.find(seenBy({ scope: 'own', userId: newId() }, context.tenant.id), searchOf('a'))).toBeNull();
});

test('as many searches are kept as may be, the newest of them, and none that is very long', () => {
  const totals = new KnownTotals();
  for (let n = 0; n <= 500; n += 1) {
    totals.keep(context, searchOf(`search ${n}`), total);
  }
  expect(totals.find(context, searchOf('search 0'))).toBeNull();
  expect([1, 500].map((n) => totals.find(context, searchOf(`search ${n}`)))).toMatchObject([total, total]);
  const long = searchOf('x'.repeat(1_001));
  totals.keep(context, long, total);
  expect(totals.find(context, long)).toBeNull();
});
