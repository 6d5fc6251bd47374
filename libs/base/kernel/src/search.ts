/** A search as a caller asks it, when the request was found to be valid. */
export interface Search<Field extends string = string, Sort extends string = string> {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sort: { readonly by: Sort; readonly direction: 'asc' | 'desc' };
  /** Every one of them occurs in the texts of a record that is found. */
  readonly words: readonly string[];
  /** A record that is found passes each. */
  readonly filters: readonly SearchFilter<Field>[];
}

export interface SearchFilter<Field extends string = string> {
  readonly field: Field;
  readonly operator: SearchOperator;
  /** A list for `in`, and null for `isNull` and `isNotNull`. */
  readonly value: SearchValue | readonly SearchValue[] | null;
}

export type SearchValue = string | number | boolean;

export const searchOperators = [
  'eq',
  'ne',
  'in',
  'contains',
  'startsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'isNull',
  'isNotNull',
] as const;

export type SearchOperator = (typeof searchOperators)[number];

/** A field's operators at most, beside whether it has a value: none compiles without what it means for its kind. */
export const operatorsOfKind = {
  text: ['eq', 'ne', 'in', 'contains', 'startsWith'],
  code: ['eq', 'ne', 'in'],
  value: ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte'],
} as const satisfies Readonly<Record<string, readonly SearchOperator[]>>;

export type OperatorOfKind<Kind extends keyof typeof operatorsOfKind> = (typeof operatorsOfKind)[Kind][number];

/** A page of what a search found. */
export interface SearchPage<Item> {
  readonly items: readonly Item[];
  /** Counting stops at `searchWindow`; the count is exact below it. */
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
  readonly hasNextPage: boolean;
}

/** A page of a list, a feed or a search has no more bytes of records, unless its first record alone has. */
export const pageBytesMax = 5_000_000;

/** So many records of a search can be reached and are counted. */
export const searchWindow = 10_000;
