import {
  searchWindow,
  type Search,
  type SearchFilter,
  type SearchOperator,
  type SearchPage,
  type SearchValue,
} from '@rapport/kernel';

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
  { pageNumber, pageSize, sort, words, filters }: Search<Field, Sort>,
): SearchPage<Item> {
  const found = all
    .filter((item) => filters.every((filter) => passes(list.fields[filter.field], item, filter)))
    .filter((item) => words.every((word) => list.texts.some((text) => hasWord(text(item), word))));
  const sorted = found.toSorted((one, other) => {
    const key = list.sorts[sort.by];
    return compare(key(one), key(other)) || compare(list.id(one), list.id(other));
  });
  const ordered = sort.direction === 'desc' ? sorted.toReversed() : sorted;
  const end = pageNumber * pageSize;
  return {
    items: ordered.slice(end - pageSize, end),
    totalCount: Math.min(found.length, searchWindow),
    totalCountIsExact: found.length <= searchWindow,
    hasNextPage: found.length > end,
  };
}

/** A text without case, accents, vowel points and the dot of an i, as the databases' functions have it. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss');
}

const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

function passes<Item>({ of, isText }: ShortField<Item>, item: Item, { operator, value }: SearchFilter): boolean {
  const own = of(item);
  const same = (other: SearchValue): boolean =>
    isText ? String(own).toLowerCase() === String(other).toLowerCase() : own === other;
  if (value === null) {
    return operator === 'isNotNull';
  }
  if (isList(value)) {
    return value.some(same);
  }
  const tests: Partial<Record<SearchOperator, boolean>> = {
    eq: same(value),
    ne: !same(value),
    contains: folded(String(own)).includes(folded(String(value))),
    startsWith: folded(String(own)).startsWith(folded(String(value))),
    gt: own > value,
    gte: own >= value,
    lt: own < value,
    lte: own <= value,
  };
  return tests[operator] === true;
}

function isList(value: SearchValue | readonly SearchValue[]): value is readonly SearchValue[] {
  return Array.isArray(value);
}

function hasWord(text: string, word: string): boolean {
  const [given, part] = [folded(text), folded(word)];
  if ([...word].length >= 3) {
    return given.includes(part);
  }
  return new RegExp(`(^|[^\\p{L}\\p{N}])${part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}`, 'u').test(given);
}

function compare(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other);
}
