import { AppError } from '@rapport/kernel';
import { describe, expect, test } from 'vitest';
import { endpoint } from '../endpoint.ts';
import { requestParser } from '../parsing/request-parser.ts';
import { byEnum, byFlag, byId, byRecordNumber, byText } from './search-field.ts';
import { commonFilters, commonSorts, searchRequest } from './search-request.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';

const search = searchRequest('SearchThingRequest', {
  filters: {
    ...commonFilters,
    name: byText(),
    colour: byEnum(['red', 'green']),
    ownerId: byId().orNull(),
    isActive: byFlag(),
    number: byRecordNumber(),
  },
  sorts: [...commonSorts, 'name'],
  sortedBy: 'name',
  text: ['name'],
  shortcuts: {
    isActive: { field: 'isActive', operator: 'eq' },
    colour: { field: 'colour', operator: 'in' },
    createdFrom: { field: 'createdOnUtc', operator: 'gte' },
  },
});

const parse = requestParser(
  endpoint({
    operationId: 'searchThing',
    method: 'post',
    path: '/things/search',
    access: 'open',
    body: search,
    success: { status: 200 },
    errors: [],
  }),
);

function parsed(value: unknown) {
  return parse({ params: {}, search: '', headers: {}, body: { value, errors: undefined } }).body;
}

function refusal(value: unknown): { code: string; errors: Record<string, string[]> } {
  try {
    parsed(value);
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, errors: error.errors ?? {} };
    }
  }
  return expect.fail(`${JSON.stringify(value)} was taken`);
}

test('an empty body is the first page of twenty by the default sort', () => {
  expect(parsed({})).toEqual({
    pageNumber: 1,
    pageSize: 20,
    sort: { by: 'name', direction: 'asc' },
    words: [],
    filters: [],
  });
});

test('a sort is ascending unless the direction says otherwise, by name or number', () => {
  const sortOf = (body: object) => (parsed(body) as { sort: object }).sort;
  expect(sortOf({ sortBy: 'createdOnUtc' })).toEqual({ by: 'createdOnUtc', direction: 'asc' });
  expect(sortOf({ sortBy: 'createdOnUtc', sortDirection: 2 })).toEqual({ by: 'createdOnUtc', direction: 'desc' });
  expect(sortOf({ sortDirection: 'desc' })).toEqual({ by: 'name', direction: 'desc' });
});

test('a search without a sort of its own begins with what changed last', () => {
  const plain = { filters: {}, sorts: commonSorts, sortedBy: 'lastModifiedOnUtc', text: [], shortcuts: {} } as const;
  expect(searchRequest('SearchPlainRequest', plain).parse({})).toMatchObject({
    sort: { by: 'lastModifiedOnUtc', direction: 'desc' },
  });
});

test('the page size is clamped, and shortcuts become filters', () => {
  expect(
    parsed({ pageSize: 0, isActive: true, colour: ['red', 2], createdFrom: '2026-01-01T00:00:00Z' }),
  ).toMatchObject({
    pageSize: 1,
    filters: [
      { field: 'isActive', operator: 'eq', value: true },
      { field: 'colour', operator: 'in', value: ['red', 'green'] },
      { field: 'createdOnUtc', operator: 'gte', value: '2026-01-01T00:00:00.000000Z' },
    ],
  });
  expect(parsed({ pageSize: 1_000, isActive: null })).toMatchObject({ pageSize: 200, filters: [] });
});

test('words are cut at white space alone', () => {
  expect(parsed({ searchText: '  Ada\tLovelace-Byron ' })).toMatchObject({ words: ['Ada', 'Lovelace-Byron'] });
  expect(parsed({ searchText: ' ' })).toMatchObject({ words: [] });
});

test.each([
  [{ field: 'name', operator: 'startsWith', value: ' Ada ' }, { value: 'Ada' }],
  [{ field: 'id', operator: 'in', value: [id.toUpperCase()] }, { value: [id] }],
  [{ field: 'ownerId', operator: 'isNull' }, { value: null }],
  [{ field: 'ownerId', operator: 'isNotNull', value: null }, { value: null }],
  [{ field: 'colour', operator: 'ne', value: 1 }, { value: 'red' }],
  [{ field: 'number', operator: 'eq', value: 2_147_483_647 }, { value: 2_147_483_647 }],
  [{ field: 'number', operator: 'in', value: [-2_147_483_648, 0] }, { value: [-2_147_483_648, 0] }],
])('the filter %j is taken', (filter, expected) => {
  expect(parsed({ filters: [filter] })).toMatchObject({ filters: [{ ...filter, ...expected }] });
});

describe('a 400 names what is possible', () => {
  test.each<[object, string, RegExp]>([
    [{ field: 'nonsense', operator: 'eq', value: 1 }, 'filters[0].field', /one of id, createdOnUtc/],
    [{ field: 'isActive', operator: 'contains', value: 'x' }, 'filters[0].operator', /isActive knows eq, ne/],
    [{ field: 'id', operator: 'ne', value: id }, 'filters[0].operator', /id knows eq, in/],
    [{ field: 'isActive', operator: 'eq', value: 'true' }, 'filters[0].value', /true or false/],
    [{ field: 'colour', operator: 'eq', value: 'blue' }, 'filters[0].value', /"red" \(1\)/],
    [{ field: 'name', operator: 'eq', value: null }, 'filters[0].value', /needs a value/],
    [{ field: 'ownerId', operator: 'eq', value: null }, 'filters[0].value', /Use isNull/],
    [{ field: 'ownerId', operator: 'isNull', value: id }, 'filters[0].value', /takes no value/],
    [{ field: 'colour', operator: 'in', value: [] }, 'filters[0].value', /1 to 100/],
    [{ field: 'colour', operator: 'in', value: ['red', null] }, 'filters[0].value[1]', /needs a value/],
    [{ field: 'name', operator: 'contains', value: ' ' }, 'filters[0].value', /blank/],
    [{ field: 'name', operator: 'eq', value: 'x', more: 1 }, 'filters[0].more', /not known here/],
    [{ field: 'toString', operator: 'eq', value: 'x' }, 'filters[0].field', /one of/],
    [{ field: 'number', operator: 'eq', value: 2_147_483_648 }, 'filters[0].value', /from -2147483648 to 2147483647/],
    [{ field: 'number', operator: 'in', value: [1, -2_147_483_649] }, 'filters[0].value[1]', /whole number/],
    [{ field: 'number', operator: 'eq', value: 1.5 }, 'filters[0].value', /whole number/],
    [{ field: 'number', operator: 'eq', value: '1' }, 'filters[0].value', /whole number/],
  ])('%j is wrong at %s', (filter, path, message) => {
    const { code, errors } = refusal({ filters: [filter] });
    expect([code, Object.keys(errors)]).toEqual(['validation_failed', [path]]);
    expect(errors[path]?.[0]).toMatch(message);
  });

  test.each<[object, string]>([
    [{ pageNumber: 0 }, 'pageNumber'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ sortBy: 'colour' }, 'sortBy'],
    [{ sortDirection: 'up' }, 'sortDirection'],
    [{ searchText: 'a b c d e f g h i' }, 'searchText'],
    [{ searchText: 'x'.repeat(201) }, 'searchText'],
    [{ colour: 'red' }, 'colour'],
    [{ nonsense: 1 }, 'nonsense'],
    [{ filters: Array.from({ length: 21 }, () => ({ field: 'isActive', operator: 'eq', value: true })) }, 'filters'],
  ])('%j is wrong at %s', (body, path) => {
    const { code, errors } = refusal(body);
    expect([code, Object.keys(errors)]).toEqual(['validation_failed', [path]]);
  });

  test('filters have at most 200 values together, and what asks for no value counts as one', () => {
    const names = { field: 'name', operator: 'in', value: Array.from({ length: 100 }, (_, n) => `n${n}`) };
    const isThere = { field: 'ownerId', operator: 'isNotNull' };
    expect(parsed({ filters: [names, names] })).toMatchObject({ filters: [names, names] });
    expect(refusal({ filters: [names, isThere, names] }).errors).toEqual({
      filters: ['Filters may have at most 200 values together.'],
    });
  });

  test('all problems of a search are told together', () => {
    const { errors } = refusal({ pageNumber: 0, isActive: 1, filters: [{ field: 'x' }, { field: 'name' }] });
    expect(Object.keys(errors).toSorted()).toEqual([
      'filters[0].field',
      'filters[1].operator',
      'isActive',
      'pageNumber',
    ]);
  });
});

test('what lies behind the first 10,000 records cannot be asked for', () => {
  expect(parsed({ pageNumber: 50, pageSize: 200 })).toMatchObject({ pageNumber: 50 });
  expect(refusal({ pageNumber: 51, pageSize: 200 })).toMatchObject({ code: 'page_out_of_range' });
});

test.each([2 ** 53 - 1, 2 ** 53, 1e300])('the page %d is only out of range', (pageNumber) => {
  const { code, errors } = refusal({ pageNumber });
  expect([code, errors]).toEqual([
    'page_out_of_range',
    { pageNumber: ['A search reaches the first 10000 records; narrow it by filters.'] },
  ]);
});

test.each([-(2 ** 53), -1e300, 0, 0.5])('the page %d has one thing wrong', (pageNumber) => {
  const { code, errors } = refusal({ pageNumber });
  expect([code, errors]).toEqual(['validation_failed', { pageNumber: [expect.any(String)] }]);
});

test.each([
  [201, 200],
  [2 ** 53, 200],
  [1e300, 200],
  [0, 1],
  [-1e300, 1],
])('a page of %d records counts as one of %d', (pageSize, counted) => {
  expect(parsed({ pageSize })).toMatchObject({ pageNumber: 1, pageSize: counted });
});
