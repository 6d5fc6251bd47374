import { searchWindow, type Search } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import type { RecordDefinition } from '../definition.ts';
import type { RecordField } from './search-fields.ts';
import { beginning, recordConditions, textIndex, wordConditions, type SearchWay } from './search-ways.ts';
import type { SearchTerm } from './search-terms.ts';

export interface SearchParts {
  readonly definition: RecordDefinition;
  readonly terms: readonly SearchTerm[];
  readonly search: Search;
  readonly sort: RecordField;
  /** The columns of an item, over `record`. */
  readonly item: (bind: Bind) => string;
}

/**
 * One row for each item of the page and of the one behind it, in order, each with the count in front; without items one
 * row with the count and nulls. Page and count are of one snapshot. A short way is gone to its end: all that it finds is
 * sorted and counted.
 */
export function shortSearch(parts: SearchParts, way: SearchWay, bind: Bind): string {
  const { search, sort } = parts;
  const { descending } = orderOf(search);
  return `with ${foundBy(parts, way, bind)},
page as materialized (
  select id, row_number() over (order by sort_key ${descending} nulls last, id ${descending}) as place from found
  order by place ${pageOf(search, bind)}
),
counted as materialized (
  select count(*)::int as total from found
)
${itemsOf(parts, sort, bind)}`;
}

function foundBy({ definition, terms, sort }: SearchParts, way: SearchWay, bind: Bind): string {
  const { number, table } = definition.resource;
  const others = terms.filter((term) => !way.terms.includes(term));
  if (way.index !== textIndex) {
    // The offset keeps the other terms out of the inner scan, so that it goes by this way's index.
    return `begun as (
  select record.* from tenant.${table} record where ${recordConditions(way.terms, bind)} offset 0
),
found as materialized (
  select record.id, ${sort.order} as sort_key from begun record
  where ${recordConditions(others, bind)} and ${wordConditions(number, others, bind)}
)`;
  }
  // Each record is looked up by its id, however many the planner expects.
  return `begun as materialized (
  ${beginning(definition, way, bind)}
),
found as materialized (
  select each.id, each.sort_key from begun cross join lateral (
    select record.id, ${sort.order} as sort_key from tenant.${table} record
    where record.id = begun.id and ${recordConditions(terms, bind)} limit 1
  ) each
)`;
}

/**
 * The same along the index of the order, past what does not pass, up to the end of the page. It is for searches of which
 * every term finds many records.
 */
export function longSearch(parts: SearchParts, bind: Bind): string {
  const { definition, terms, sort } = parts;
  const { number, table } = definition.resource;
  const conditions = `${recordConditions(terms, bind)} and ${wordConditions(number, terms, bind)}`;
  const found = `from tenant.${table} record where ${conditions}`;
  return `with ${walk(parts, found, bind)},
counted as materialized (
  select count(*)::int as total from (${countable(parts, found, bind)} limit ${searchWindow + 1}) some_found
)
${itemsOf(parts, sort, bind)}`;
}

/** Words alone are counted by their index, for a caller that sees everything. */
function countable({ definition, terms }: SearchParts, found: string, bind: Bind): string {
  const isOfWords = terms.length > 0 && terms.every(({ ofRecord }) => ofRecord === null);
  return isOfWords ? beginning(definition, { index: textIndex, terms }, bind) : `select ${found}`;
}

/** An index gives records without a value first where it is read from its end, so those come from a walk of their own. */
function walk({ search, sort }: SearchParts, found: string, bind: Bind): string {
  const { descending } = orderOf(search);
  if (!sort.isNullable) {
    return `page as materialized (
  select record.id, row_number() over () as place from (
    select record.id ${found} order by ${sort.order} ${descending}, record.id ${descending} ${pageOf(search, bind)}
  ) record
)`;
  }
  const upTo = `limit ${bind(search.pageNumber * search.pageSize + 1)}::int`;
  return `valued as materialized (
  select record.id, row_number() over () as place from (
    select record.id ${found} and ${sort.order} is not null
    order by ${sort.order} ${descending}, record.id ${descending} ${upTo}
  ) record
),
valueless as materialized (
  select record.id, row_number() over () as place from (
    select record.id ${found} and ${sort.order} is null
      and (select count(*) from valued) <= ${bind(search.pageNumber * search.pageSize)}::int
    order by record.id ${descending} ${upTo}
  ) record
),
page as materialized (
  select id, row_number() over (order by is_valueless, place) as place from (
    select id, place, false as is_valueless from valued union all select id, place, true from valueless
  ) record
  order by place ${pageOf(search, bind)}
)`;
}

function itemsOf({ definition, item }: SearchParts, _sort: RecordField, bind: Bind): string {
  return `select counted.total, ${item(bind)}
from counted left join page on true left join tenant.${definition.resource.table} record on record.id = page.id
order by page.place`;
}

function orderOf({ sort }: Search): { readonly descending: 'asc' | 'desc' } {
  return { descending: sort.direction };
}

/** One item more than the page has says whether there is a next one. */
function pageOf({ pageNumber, pageSize }: Search, bind: Bind): string {
  return `offset ${bind((pageNumber - 1) * pageSize)}::int limit ${bind(pageSize + 1)}::int`;
}
