import type { Bind } from '@rapport/searching';
import type { RecordDefinition } from '../definition.ts';
import type { SearchTerm } from './search-terms.ts';

/**
 * Where a search can begin: with the records that some of its terms find in an index, before the other terms are asked.
 * `text` is the index of trigrams, the others are named after their columns.
 */
export interface SearchWay {
  readonly index: string;
  readonly terms: readonly SearchTerm[];
}

export function searchWays(terms: readonly SearchTerm[]): SearchWay[] {
  const ofText = terms.filter(({ ofText }) => ofText !== null);
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

/** How many records each way would begin with, up to one more than are worth it. */
export function lookText(
  definition: RecordDefinition,
  ways: readonly SearchWay[],
  shortMax: number,
  bind: Bind,
): string {
  const counts = ways.map(
    (way) => `(select count(*)::int from (${beginning(definition, way, bind)} limit ${shortMax + 1}) begun)`,
  );
  return `select ${counts.join(',\n  ')}`;
}

/** The shortest way of which the look knows the length; null where none is short, so that the order's index is walked. */
export function shortestWay(
  ways: readonly SearchWay[],
  lengths: readonly number[],
  shortMax: number,
): SearchWay | null {
  const [shortest] = ways
    .map((way, at) => ({ way, length: lengths[at] ?? 0 }))
    .toSorted((one, other) => one.length - other.length);
  return shortest && shortest.length <= shortMax ? shortest.way : null;
}

/** The ids with which a way begins. */
export function beginning({ resource: { number, table } }: RecordDefinition, way: SearchWay, bind: Bind): string {
  if (way.index === textIndex) {
    return `select text.record_id as id from tenant.search_text text where ${textConditions(number, way.terms, bind)}`;
  }
  return `select record.id from tenant.${table} record where ${recordConditions(way.terms, bind)}`;
}

export function recordConditions(terms: readonly SearchTerm[], bind: Bind): string {
  return conjunction(terms.flatMap(({ ofRecord }) => ofRecord?.(bind) ?? []));
}

/** The text of the record is asked for the words: it says whether each record that a plan comes by has them. */
export function wordConditions(number: number, terms: readonly SearchTerm[], bind: Bind): string {
  const words = terms.flatMap(({ ofRecord, ofText }) => (ofRecord === null ? (ofText?.(bind) ?? []) : []));
  return words.length === 0
    ? 'true'
    : `(select ${conjunction(words)} from tenant.search_text text
      where text.resource = ${number}::smallint and text.record_id = record.id)`;
}

function textConditions(number: number, terms: readonly SearchTerm[], bind: Bind): string {
  return conjunction([`text.resource = ${number}::smallint`, ...terms.flatMap(({ ofText }) => ofText?.(bind) ?? [])]);
}

function conjunction(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join('\n    and ');
}
