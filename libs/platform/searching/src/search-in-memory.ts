import type { Search, SearchFilter, SearchPage, SearchValue } from '@rapport/kernel';
import { searchPage } from './search-page.ts';
import { folded, isLongWord } from './searched-words.ts';

/** A list that is short and in memory, searched by the same rules as one in a database. */
export interface ShortList<Item, Field extends string, Sort extends string> {
  readonly fields: Readonly<Record<Field, ShortField<Item>>>;
  readonly sorts: Readonly<Record<Sort, (item: Item) => string | number>>;
  readonly texts: readonly ((item: Item) => string)[];
  readonly id: (item: Item) => string;
}

export interface ShortField<Item> {
  readonly of: (item: Item) => SearchValue;
  /** A text that is the same in another case. */
  readonly isText?: true;
}

export function searchInMemory<Item, Field extends string, Sort extends string>(
  all: readonly Item[],
  list: ShortList<Item, Field, Sort>,
  search: Search<Field, Sort>,
): SearchPage<Item> {
  const { pageNumber, pageSize, sort, words, filters } = search;
  const found = all
    .filter((item) => filters.every((filter) => passes(list.fields[filter.field], item, filter)))
    .filter((item) => words.every((word) => list.texts.some((text) => hasWord(text(item), word))));
  const sorted = found.toSorted((one, other) => {
    const key = list.sorts[sort.by];
    return compare(key(one), key(other)) || compare(list.id(one), list.id(other));
  });
  const ordered = sort.direction === 'desc' ? sorted.toReversed() : sorted;
  return searchPage(search, ordered.slice((pageNumber - 1) * pageSize), found.length);
}

function passes<Item>({ of, isText }: ShortField<Item>, item: Item, { operator, value }: SearchFilter): boolean {
  const own = of(item);
  const same = (other: SearchValue): boolean =>
    isText ? String(own).toLowerCase() === String(other).toLowerCase() : own === other;
  if (value === null || operator === 'isNull' || operator === 'isNotNull') {
    return operator === 'isNotNull';
  }
  if (isList(value) || operator === 'in') {
    return isList(value) && value.some(same);
  }
  const tests: Readonly<Record<typeof operator, boolean>> = {
    eq: same(value),
    ne: !same(value),
    contains: folded(String(own)).includes(folded(String(value))),
    startsWith: folded(String(own)).startsWith(folded(String(value))),
    gt: own > value,
    gte: own >= value,
    lt: own < value,
    lte: own <= value,
  };
  return tests[operator];
}

function isList(value: SearchValue | readonly SearchValue[]): value is readonly SearchValue[] {
  return Array.isArray(value);
}

function hasWord(text: string, word: string): boolean {
  const [given, sought] = [folded(text), folded(word)];
  if (isLongWord(word)) {
    return given.includes(sought);
  }
  return new RegExp(`(^|[^\\p{L}\\p{N}])${sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`, 'u').test(
    given,
  );
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other);
}
