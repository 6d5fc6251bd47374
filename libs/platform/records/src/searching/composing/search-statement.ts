import type { RawRow } from '@rapport/database';
import type { Search } from '@rapport/kernel';
import type { RecordDefinition } from '../../defining/definition.ts';
import { headOf } from '../../showing/row-head.ts';
import type { RecordField } from './search-fields.ts';
import type { SearchTerm } from './search-terms.ts';
import { textConditions } from './search-ways.ts';

export interface SearchClauses {
  readonly definition: RecordDefinition;
  readonly terms: readonly SearchTerm[];
  readonly search: Search;
  readonly sort: RecordField;
  /** The columns of an item, over `record`. */
  readonly item: string;
  /** The values that the terms name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The words of a search: of them only the texts can say whether a record has them. */
export function wordsIn(terms: readonly SearchTerm[]): SearchTerm[] {
  return terms.filter(({ ofRecord }) => ofRecord === null);
}

export function isOfWordsAlone({ terms }: SearchClauses): boolean {
  return wordsIn(terms).length === terms.length;
}

/** Whether other records decide which ones a search finds, so that a change of theirs matters too. */
export function asksOthers({ terms }: SearchClauses): boolean {
  return terms.some((term) => term.asksOthers);
}

/** The columns that stand in front of an item's. */
export const countedColumns = ['total', 'is_enough', 'as_of', 'text_share'] as const;

/** The counts of a statement; a column that says nothing is null. */
export function countedAs(
  said: Readonly<Partial<Record<(typeof countedColumns)[number], string>>>,
  from: string,
): string {
  const columns = countedColumns.map((column) => `${said[column] ?? 'null'} as ${column}`);
  return `counted as materialized (
  select ${columns.join(', ')}
  from ${from}
)`;
}

/** The counts of a statement, which stand in each of its rows. */
export interface Counted {
  /** Null where what was known of it may hold no longer. */
  readonly total: number | null;
  /** Whether a walk came by as many as it needs. */
  readonly isEnough: boolean;
  /** The newest change of records of the kind that it saw. */
  readonly asOf: string | null;
  readonly textShare: number;
}

export function countedIn([first = []]: readonly RawRow[]): Counted {
  const { total, is_enough, as_of, text_share } = headOf(first, countedColumns);
  return {
    total: total === null ? null : Number(total),
    isEnough: is_enough !== 'f',
    asOf: as_of,
    textShare: Number(text_share),
  };
}

export interface TextLookup {
  /** An array of ids. */
  readonly ids: string;
  readonly words: readonly SearchTerm[];
  /** The name of those among them whose texts have the words. */
  readonly name: string;
}

/** All texts are looked up in one pass along the index, which costs a quarter of a lookup for each. */
export function textsOf({ resource }: RecordDefinition, { ids, words, name }: TextLookup): string {
  return `${name} as materialized (
  select text.id from (
    select text.record_id as id, text.folded from tenant.search_text text
    where text.resource = ${resource.number}::smallint and text.record_id = any(${ids}) offset 0
  ) text where ${textConditions(words)}
)`;
}

/**
 * The rows behind `page` and `counted`: one for each item of the page and of the one behind it, in order, each with
 * the columns of `counted` in front; without items one row with them and nulls. Page and count are of one snapshot.
 */
export function itemsOf({ definition, item }: SearchClauses): string {
  const counted = countedColumns.map((column) => `counted.${column}`);
  return `select ${counted.join(', ')}, ${item}
from counted left join page on true left join tenant.${definition.resource.table} record on record.id = page.id
order by page.place`;
}

export const onPage = 'offset :skipped::int limit :limit::int';

/** Their values. One item more than the page has says whether there is a next one. */
export function pageValues({ pageNumber, pageSize }: Search) {
  return { skipped: (pageNumber - 1) * pageSize, limit: pageSize + 1 };
}
