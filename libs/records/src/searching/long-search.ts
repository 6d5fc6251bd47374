import { searchWindow } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import { itemsOf, pageOf, textsOf, wordsIn, type SearchParts } from './search-statement.ts';
import { beginning, recordConditions, textConditions, textIndex } from './search-ways.ts';

/** How a search goes along the index of its order. */
export interface Walk {
  /** After how many records it ends, where words decide which of them are found. */
  readonly recordsMax: number;
  /** Among how many of them the page is looked for. */
  readonly pageMax: number;
  /** Whether the words are counted along the texts, and not by their trigrams. */
  readonly isAlongTexts: boolean;
}

/**
 * For searches of which every term finds many records: along the index of the order, past what does not pass, up to the
 * end of the page. The count is null where the walk ended before enough were found.
 */
export function longSearch(parts: SearchParts, walk: Walk, bind: Bind): string {
  const { definition, terms, search } = parts;
  const words = wordsIn(terms);
  if (words.length === 0) {
    return `with ${walked(parts, pageEnd(parts) + 1, bind)},
page as materialized (
  select id, place from walked, unnest(walked.ids) with ordinality each (id, place)
  order by place ${pageOf(search, bind)}
),
counted as materialized (
  select count(*)::int as total from (${passing(parts, bind)} limit ${searchWindow + 1}) record
)
${itemsOf(parts, bind)}`;
  }
  const [recordsMax, pageMax] = [`${bind(walk.recordsMax)}::int`, `${bind(walk.pageMax)}::int`];
  return `with ${walked(parts, walk.recordsMax, bind)},
${textsOf(definition, { ids: '(select ids from walked)::uuid[]', words, name: 'texted' }, bind)},
first_found as materialized (
  select texted.id, each.place from walked, unnest(walked.ids[1:${pageMax}]) with ordinality each (id, place)
    join texted on texted.id = each.id
),
page as materialized (
  select id, place from first_found order by place ${pageOf(search, bind)}
),
counted as materialized (
  select case when (cardinality(ids) < ${recordsMax} or (select count(*) from texted) >= ${bind(matchesNeeded(parts))}::int)
      and (cardinality(ids) <= ${pageMax} or (select count(*) from first_found) > ${bind(pageEnd(parts))}::int)
    then (${wordCount(parts, walk, bind)}) end as total
  from walked
)
${itemsOf(parts, bind)}`;
}

/** How many matches a walk has to come by: the end of the page, and all that are counted where a walk counts them. */
export function matchesNeeded(parts: SearchParts): number {
  return isOfWordsAlone(parts) ? pageEnd(parts) + 1 : searchWindow + 1;
}

/** How many records stand in the pages up to the one that is asked for. */
export function pageEnd({ search: { pageNumber, pageSize } }: SearchParts): number {
  return pageNumber * pageSize;
}

function isOfWordsAlone({ terms }: SearchParts): boolean {
  return wordsIn(terms).length === terms.length;
}

/** Words alone are counted without the records that have them: along the texts where many have them. */
function wordCount(parts: SearchParts, { isAlongTexts }: Walk, bind: Bind): string {
  if (!isOfWordsAlone(parts)) {
    return 'select count(*)::int from texted';
  }
  const { definition, terms } = parts;
  const found =
    isAlongTexts || terms.some(({ isInTrigrams }) => !isInTrigrams)
      ? `select text.id from (
      select text.record_id as id, text.folded from tenant.search_text text
      where text.resource = ${definition.resource.number}::smallint order by text.record_id offset 0
    ) text where ${textConditions(terms, bind)}`
      : beginning(definition, { index: textIndex, terms }, bind);
  return `select case when (select count(*) from texted) > ${searchWindow} then ${searchWindow + 1}
    else (select count(*)::int from (${found} limit ${searchWindow + 1}) text) end`;
}

/** The ids of the records that pass but for the words, in order: an array takes half the time of rows with places. */
function walked(parts: SearchParts, recordsMax: number, bind: Bind): string {
  const { search, sort } = parts;
  const { direction } = search.sort;
  const upTo = `limit ${bind(recordsMax)}::int`;
  if (!sort.isNullable) {
    return `walked as materialized (
  select array(
    ${passing(parts, bind)} order by ${sort.order} ${direction}, record.id ${direction} ${upTo}
  ) as ids
)`;
  }
  // An index gives records without a value first where it is read from its end, so those come from a walk of their own.
  return `valued as materialized (
  select array(
    ${passing(parts, bind)} and ${sort.order} is not null
    order by ${sort.order} ${direction}, record.id ${direction} ${upTo}
  ) as ids
),
walked as materialized (
  select valued.ids || array(
    ${passing(parts, bind)} and ${sort.order} is null and cardinality(valued.ids) < ${bind(recordsMax)}::int
    order by record.id ${direction} ${upTo}
  ) as ids from valued
)`;
}

function passing({ definition, terms }: SearchParts, bind: Bind): string {
  return `select record.id from tenant.${definition.resource.table} record where ${recordConditions(terms, bind)}`;
}
