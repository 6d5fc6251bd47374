import type { RecordDefinition } from '../../defining/definition.ts';
import type { SearchBounds } from './search-bounds.ts';
import type { SearchTerm } from './search-terms.ts';

/**
 * A beginning of a search: the records that some of its terms find in an index, before the other terms are asked.
 * `text` is the index of trigrams, the others are named after their columns.
 */
export interface SearchWay {
  readonly index: string;
  readonly terms: readonly SearchTerm[];
}

/** The finds of a look. */
export interface Outlook {
  /** The way that begins with fewest records; null where all ways are long or unknown. */
  readonly shortWay: SearchWay | null;
  /** The share of the texts that has what is asked of texts, as a sample says; 0 where it says nothing. */
  readonly textShare: number;
  readonly isOfCommonWords: boolean;
}

export function searchWays(terms: readonly SearchTerm[]): SearchWay[] {
  const ofText = terms.filter(({ isInTrigrams }) => isInTrigrams);
  const byIndex = Map.groupBy(
    terms.filter(({ index }) => index !== null),
    ({ index }) => index ?? '',
  );
  const ways = [...byIndex].map(([index, itsTerms]) => ({ index, terms: itsTerms }));
  return ofText.length > 0 ? [{ index: textIndex, terms: ofText }, ...ways] : ways;
}

export const textIndex = 'text';

/** The way of a search by ids needs no look: there are as few records as ids. */
export function obviousWay(ways: readonly SearchWay[]): SearchWay | undefined {
  return ways.find(({ index }) => index === 'id');
}

/**
 * The words' share in a sample of the texts, and how many records each way would begin with, up to one more than are
 * worth it. The index of trigrams gives all that it finds before the first, so it is asked last, and not for what many
 * texts have. Where another index finds few, no text is asked.
 */
export function lookText(
  { definition, terms }: { readonly definition: RecordDefinition; readonly terms: readonly SearchTerm[] },
  ways: readonly SearchWay[],
  bounds: SearchBounds,
): string {
  const { shortMax, fewMax } = bounds;
  const lengthOf = (way: SearchWay): string =>
    `(select count(*)::int from (${beginning(definition, way)} limit ${shortMax + 1}) begun)`;
  const columns = ways.filter(({ index }) => index !== textIndex);
  const names = columns.map((_, at) => `length_${at}`);
  const ofText = ways.filter(({ index }) => index === textIndex);
  const texts = ofText.map(
    (way) => `case when is_common = 0 and fewest > ${fewMax} then ${lengthOf(way)} else ${shortMax + 1} end`,
  );
  return `with measured as materialized (
  select *, least(${[...names, shortMax + 1].join(', ')}) as fewest
  from (select ${columns.map((way, at) => `${lengthOf(way)} as ${names[at]}`).join(',\n    ')}) lengths
),
sampled as materialized (
  ${sampleOf(definition, terms, bounds)}
)
select ${['share', 'is_common', ...texts, ...names].join(',\n  ')}
from sampled, measured`;
}

/** Blocks are taken by chance: records that came together have words in common. Where few are found, none is taken. */
function sampleOf(
  { resource }: RecordDefinition,
  terms: readonly SearchTerm[],
  { sampleBlocks, sampleMin, commonShare, fewMax }: SearchBounds,
): string {
  const conditions = terms.flatMap(({ ofText }) => ofText ?? []);
  if (conditions.length === 0) {
    return 'select 0 as share, 0 as is_common';
  }
  const percentage = `least(100, ${sampleBlocks} * 819200.0 / greatest(pg_relation_size('tenant.search_text'), 1))`;
  const share = (condition: string): string =>
    `(count(*) filter (where ${condition}))::float8 / greatest(count(*), ${sampleMin}, 1)`;
  return `select share, (share * rarest >= ${commonShare ** 2})::int as is_common from (
    select ${share(conjunction(conditions))} as share, least(${conditions.map(share).join(', ')}) as rarest
    from tenant.search_text text tablesample system (${percentage})
    where text.resource = ${resource.number}::smallint and (select fewest from measured) > ${fewMax}
  ) shares`;
}

/** The shortest way of which the look knows the length; null where none is short, so that the order's index is walked. */
export function outlookOf(
  ways: readonly SearchWay[],
  [textShare = 0, isOfCommonWords = 0, ...lengths]: readonly number[],
  { shortMax }: SearchBounds,
): Outlook {
  const [shortest] = ways
    .map((way, at) => ({ way, length: lengths[at] ?? 0 }))
    .toSorted((one, other) => one.length - other.length);
  return {
    shortWay: shortest && shortest.length <= shortMax ? shortest.way : null,
    textShare,
    isOfCommonWords: isOfCommonWords === 1,
  };
}

/** The ids with which a way begins. */
export function beginning({ resource: { number, table } }: RecordDefinition, way: SearchWay): string {
  if (way.index === textIndex) {
    return `select text.record_id as id from tenant.search_text text
    where text.resource = ${number}::smallint and ${textConditions(way.terms)}`;
  }
  return `select record.id from tenant.${table} record where ${recordConditions(way.terms)}`;
}

export function recordConditions(terms: readonly SearchTerm[]): string {
  return conjunction(terms.flatMap(({ ofRecord }) => ofRecord ?? []));
}

/** Over `text`, a row with the text of a record. */
export function textConditions(terms: readonly SearchTerm[]): string {
  return conjunction(terms.flatMap(({ ofText }) => ofText ?? []));
}

export function asksTexts(terms: readonly SearchTerm[]): boolean {
  return terms.some(({ ofText }) => ofText !== null);
}

function conjunction(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join('\n    and ');
}
