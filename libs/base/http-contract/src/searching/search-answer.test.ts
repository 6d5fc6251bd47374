import { pageBytesMax, type Search } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { searchAnswerOf, searchAnswerText } from './search-answer.ts';

const search: Search = { pageNumber: 1, pageSize: 4, sort: { by: 'name', direction: 'asc' }, words: [], filters: [] };

function pageOf<Item>(items: readonly Item[]) {
  return { items, totalCount: items.length, totalCountIsExact: true, hasNextPage: false };
}

test.each([
  ['of texts', (lengths: number[]) => searchTexts(lengths)],
  ['of objects', (lengths: number[]) => searchObjects(lengths)],
])('a page %s ends before it has more bytes than it may, and says that there is more', (_, shown) => {
  const half = pageBytesMax / 2;
  expect(shown([half, half])).toEqual([2, false]);
  expect(shown([half, half, 10])).toEqual([2, true]);
  expect(shown([half, half + 1])).toEqual([1, true]);
  expect(shown([pageBytesMax + 1, 10])).toEqual([1, true]);
  expect(shown([pageBytesMax + 1])).toEqual([1, false]);
});

function searchTexts(lengths: readonly number[]): [number, boolean] {
  const texts = lengths.map((length) => JSON.stringify('x'.repeat(length - 2)));
  const { items, hasNextPage } = JSON.parse(searchAnswerText(search, pageOf(texts)).text) as Shown;
  return [items.length, hasNextPage];
}

function searchObjects(lengths: readonly number[]): [number, boolean] {
  const { items, hasNextPage } = searchAnswerOf(search, pageOf(lengths.map((length) => 'x'.repeat(length - 2))));
  return [items.length, hasNextPage];
}

interface Shown {
  readonly items: readonly unknown[];
  readonly hasNextPage: boolean;
}
