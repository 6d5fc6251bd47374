import type { Search } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { searchInMemory, type ShortList } from './search-in-memory.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

const things: Thing[] = [
  { id: 'a', name: 'Işıl', size: 2 },
  { id: 'b', name: 'isil-2', size: 1 },
  { id: 'c', name: 'C# (xaß)', size: 3 },
];
const list: ShortList<Thing, 'name' | 'size', 'size'> = {
  fields: { name: { of: ({ name }) => name, isText: true }, size: { of: ({ size }) => size } },
  sorts: { size: ({ size }) => size },
  texts: [({ name }) => name],
  id: ({ id }) => id,
};
const everything: Search<'name' | 'size', 'size'> = {
  pageNumber: 1,
  pageSize: 20,
  sort: { by: 'size', direction: 'asc' },
  words: [],
  filters: [],
};

test.each<[Partial<typeof everything>, string]>([
  [{}, 'bac'],
  [{ sort: { by: 'size', direction: 'desc' } }, 'cab'],
  [{ words: ['ISIL'] }, 'ba'],
  [{ words: ['2'] }, 'b'],
  [{ words: ['#'] }, ''],
  [{ words: ['(x'] }, 'c'],
  [{ words: ['.*'] }, ''],
  [{ words: ['aß'] }, 'c'],
  [{ filters: [{ field: 'name', operator: 'eq', value: 'c# (XAß)' }] }, 'c'],
  [{ filters: [{ field: 'name', operator: 'ne', value: 'C# (XAß)' }] }, 'ba'],
  [{ filters: [{ field: 'name', operator: 'startsWith', value: 'isi' }] }, 'ba'],
  [{ filters: [{ field: 'size', operator: 'gte', value: 2 }] }, 'ac'],
  [{ filters: [{ field: 'size', operator: 'in', value: [1, 3] }] }, 'bc'],
  [{ filters: [{ field: 'size', operator: 'isNull', value: null }] }, ''],
  [{ pageNumber: 2, pageSize: 2 }, 'c'],
])('the search %j finds %s', (asked, ids) => {
  const { items } = searchInMemory(things, list, { ...everything, ...asked });
  expect(items.map(({ id }) => id).join('')).toBe(ids);
});

test('a page says whether another one follows', () => {
  expect(searchInMemory(things, list, { ...everything, pageSize: 2 })).toMatchObject({
    totalCount: 3,
    hasNextPage: true,
  });
  expect(searchInMemory(things, list, { ...everything, pageSize: 3 })).toMatchObject({ hasNextPage: false });
});
