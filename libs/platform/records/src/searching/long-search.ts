import {
  asksOthers,
  countedAs,
  isOfWordsAlone,
  itemsOf,
  onPage,
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
export function longSearch(clauses: SearchClauses, walk: Walk): string {
  const { definition, terms } = clauses;
  const words = wordsIn(terms);
  if (words.length === 0) {
    return `with ${walked(clauses, ':upTo::int')},
page as materialized (
  select id, place from walked, unnest(walked.ids) with ordinality each (id, place)
  order by place ${onPage}
),
${counted(clauses, walk, 'true')}
${itemsOf(clauses)}`;
  }
  const isEnough = `(cardinality(ids) < :recordsMax::int or (select count(*) from texted) >= :needed::int)
      and (cardinality(ids) <= :pageMax::int or (select count(*) from first_found) > :pageEnd::int)`;
  return `with ${walked(clauses, ':recordsMax::int')},
${textsOf(definition, { ids: '(select ids from walked)::uuid[]', words, name: 'texted' })},
first_found as materialized (
  select texted.id, each.place from walked, unnest(walked.ids[1: :pageMax::int]) with ordinality each (id, place)
    join texted on texted.id = each.id
),
page as materialized (
  select id, place from first_found order by place ${onPage}
),
${counted(clauses, walk, isEnough)}
${itemsOf(clauses)}`;
}

/** The values that it names. */
export function walkValues(clauses: SearchClauses, walk: Walk): Readonly<Record<string, unknown>> {
  const { recordsMax, pageMax, known } = walk;
  const needed = matchesNeeded(clauses, walk);
  return {
    ...clauses.values,
    ...{ upTo: isCountedOnTheWay(clauses, walk) ? needed : pageEnd(clauses) + 1, recordsMax, pageMax },
    ...{ needed, pageEnd: pageEnd(clauses), spare: known?.spare, asOf: known?.asOf },
  };
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
function counted(clauses: SearchClauses, walk: Walk, isEnough: string): string {
  const hasWords = wordsIn(clauses.terms).length > 0;
  const share = hasWords ? '(select count(*) from texted)::float8 / greatest(cardinality(ids), 1)' : '0';
  return countedAs(
    {
      total: total(clauses, walk),
      is_enough: 'is_enough',
      ...(!walk.known && { as_of: newestChange(clauses) }),
      text_share: 'text_share',
    },
    `(select ids, ${isEnough} as is_enough, ${share} as text_share from walked offset 0) walk`,
  );
}

function total(clauses: SearchClauses, walk: Walk): string {
  const { bounds, known } = walk;
  if (known) {
    return knownTotal(clauses, bounds);
  }
  if (wordsIn(clauses.terms).length > 0) {
    return `case when is_enough then (${wordCount(clauses, walk)}) else 0 end`;
  }
  return isCountedOnTheWay(clauses, walk) ? 'cardinality(ids)' : `(${recordCount(clauses, bounds)})`;
}

/** The way to the page is the count too where each record asks others whether it passes, so that each is asked once. */
function isCountedOnTheWay(clauses: SearchClauses, { known }: Walk): boolean {
  return !known && asksOthers(clauses);
}

/** The ids of the records that pass but for the words, in order: an array takes half the time of rows with positions. */
function walked(clauses: SearchClauses, recordsMax: string): string {
  const { search, sort } = clauses;
  const { direction } = search.sort;
  const passing = (): string =>
    `select record.id from tenant.${clauses.definition.resource.table} record
    where ${recordConditions(clauses.terms)}`;
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
