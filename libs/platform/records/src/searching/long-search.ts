import type { Bind } from '@rapport/searching';
import {
  asksOthers,
  countedAs,
  isOfWordsAlone,
  itemsOf,
  pageOf,
  textsOf,
  wordsIn,
  type SearchClauses,
} from './composing/search-statement.ts';
import { recordConditions } from './composing/search-ways.ts';
import { knownTotal, newestChange, recordCount, wordCount, type Counting } from './composing/total-count.ts';

/** The walk of a search along the index of its order. */
export interface Walk extends Counting {
  /** After how many records it ends, where words decide which of them are found. */
  readonly recordsMax: number;
  /** Among how many of them the page is looked for. */
  readonly pageMax: number;
}

/**
 * For searches of which every term finds many records: along the index of the order, past what does not pass, up to the
 * end of the page. The count is null where what was known of it may hold no longer.
 */
export function longSearch(clauses: SearchClauses, walk: Walk, bind: Bind): string {
  const { definition, terms, search } = clauses;
  const words = wordsIn(terms);
  if (words.length === 0) {
    const upTo = isCountedOnTheWay(clauses, walk) ? matchesNeeded(clauses, walk) : pageEnd(clauses) + 1;
    return `with ${walked(clauses, `${bind(upTo)}::int`, bind)},
page as materialized (
  select id, place from walked, unnest(walked.ids) with ordinality each (id, place)
  order by place ${pageOf(search, bind)}
),
${counted(clauses, walk, 'true', bind)}
${itemsOf(clauses, bind)}`;
  }
  const [recordsMax, pageMax] = [`${bind(walk.recordsMax)}::int`, `${bind(walk.pageMax)}::int`];
  const isEnough = `(cardinality(ids) < ${recordsMax} or (select count(*) from texted) >= ${bind(matchesNeeded(clauses, walk))}::int)
      and (cardinality(ids) <= ${pageMax} or (select count(*) from first_found) > ${bind(pageEnd(clauses))}::int)`;
  return `with ${walked(clauses, recordsMax, bind)},
${textsOf(definition, { ids: '(select ids from walked)::uuid[]', words, name: 'texted' }, bind)},
first_found as materialized (
  select texted.id, each.place from walked, unnest(walked.ids[1:${pageMax}]) with ordinality each (id, place)
    join texted on texted.id = each.id
),
page as materialized (
  select id, place from first_found order by place ${pageOf(search, bind)}
),
${counted(clauses, walk, isEnough, bind)}
${itemsOf(clauses, bind)}`;
}

/** The matches that a walk has to come by: the end of the page, and all that are counted where a walk counts them. */
export function matchesNeeded(clauses: SearchClauses, { bounds, known }: Pick<Counting, 'bounds' | 'known'>): number {
  return Math.max(pageEnd(clauses), known || isOfWordsAlone(clauses) ? 0 : bounds.countMax) + 1;
}

/** The number of records in the pages up to the one that is asked for. */
export function pageEnd({ search: { pageNumber, pageSize } }: SearchClauses): number {
  return pageNumber * pageSize;
}

/** Records are counted where enough were found: a walk that is gone again counts then. */
function counted(clauses: SearchClauses, walk: Walk, isEnough: string, bind: Bind): string {
  const hasWords = wordsIn(clauses.terms).length > 0;
  const share = hasWords ? '(select count(*) from texted)::float8 / greatest(cardinality(ids), 1)' : '0';
  return countedAs(
    {
      total: total(clauses, walk, bind),
      is_enough: 'is_enough',
      ...(!walk.known && { as_of: newestChange(clauses) }),
      text_share: 'text_share',
    },
    `(select ids, ${isEnough} as is_enough, ${share} as text_share from walked offset 0) walk`,
  );
}

function total(clauses: SearchClauses, walk: Walk, bind: Bind): string {
  const { bounds, known } = walk;
  if (known) {
    return knownTotal(clauses, known, bounds, bind);
  }
  if (wordsIn(clauses.terms).length > 0) {
    return `case when is_enough then (${wordCount(clauses, walk, bind)}) else 0 end`;
  }
  return isCountedOnTheWay(clauses, walk) ? 'cardinality(ids)' : `(${recordCount(clauses, bounds, bind)})`;
}

/** The way to the page is the count too where each record asks others whether it passes, so that each is asked once. */
function isCountedOnTheWay(clauses: SearchClauses, { known }: Walk): boolean {
  return !known && asksOthers(clauses);
}

/** The ids of the records that pass but for the words, in order: an array takes half the time of rows with positions. */
function walked(clauses: SearchClauses, recordsMax: string, bind: Bind): string {
  const { search, sort } = clauses;
  const { direction } = search.sort;
  const passing = (): string =>
    `select record.id from tenant.${clauses.definition.resource.table} record
    where ${recordConditions(clauses.terms, bind)}`;
  if (!sort.isNullable) {
    return `walked as materialized (
  select array(
    ${passing()} order by ${sort.order} ${direction}, record.id ${direction} limit ${recordsMax}
  ) as ids
)`;
  }
  // An index gives records without a value first where it is read from its end, so those come from a walk of their own.
  return `valued as materialized (
  select array(
    ${passing()} and ${sort.order} is not null
    order by ${sort.order} ${direction}, record.id ${direction} limit ${recordsMax}
  ) as ids
),
walked as materialized (
  select valued.ids || array(
    ${passing()} and ${sort.order} is null and cardinality(valued.ids) < ${recordsMax}
    order by record.id ${direction} limit ${recordsMax}
  ) as ids from valued
)`;
}
