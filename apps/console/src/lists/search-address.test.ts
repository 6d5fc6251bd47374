import { expect, test } from 'vitest';
import { readSearch, searchOf } from './search-address.ts';

test('an address says words, filters, order and page, and a search of fifty follows from it', () => {
  const filters = [{ field: 'customerType', operator: 'eq', value: 'prospect' }];
  const read = readSearch('customers', {
    words: 42,
    filters,
    sort: 'name',
    direction: 'desc',
    page: 3,
    columns: ['email', 'x'],
  });
  expect(read).toEqual({ words: '42', filters, sort: 'name', direction: 'desc', page: 3, columns: ['email'] });
  expect(searchOf(read as Exclude<typeof read, string>)).toEqual({
    pageSize: 50,
    pageNumber: 3,
    searchText: '42',
    filters,
    sortBy: 'name',
    sortDirection: 'desc',
  });
});

test.each([
  [{ sort: 'taxNumber' }, 'There is no order by "taxNumber" in this list.'],
  [{ page: 0 }, 'There is no page 0 of this list.'],
  [{ page: 'two' }, 'There is no page "two" of this list.'],
  [{ filters: [{ field: 'name', operator: 'gt' }] }, 'This list cannot be filtered in this way.'],
  [{ filters: [{ field: 'constructor', operator: 'eq' }] }, 'This list cannot be filtered in this way.'],
  [{ filters: 'name' }, 'This list cannot be filtered in this way.'],
])('the address %j is none', (query, sentence) => {
  expect(readSearch('customers', query)).toBe(sentence);
});
