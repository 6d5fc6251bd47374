import { recordRules } from '../../stamping/rules.ts';
import type { SearchBounds } from './search-bounds.ts';
import { isOfWordsAlone, type SearchClauses } from './search-statement.ts';
import { beginning, recordConditions, textConditions, textIndex } from './search-ways.ts';

/** The total of a search that found more records than are counted. */
export interface KnownTotal {
  /** The newest change of records of its kind that it saw in the log. */
  readonly asOf: string;
  /** The records that it found beyond the first that is not counted. */
  readonly spare: number;
  /** The share of the texts that have the words. */
  readonly textShare: number;
}

/** The records of a search are counted so. */
export interface Counting {
  readonly bounds: SearchBounds;
  /** The total of an earlier count, which is not gone through again. */
  readonly known: KnownTotal | null;
  /** Whether the words are counted along the texts, and not by their trigrams. */
  readonly isAlongTexts: boolean;
}

/**
 * Whether what an earlier count found still holds: each change of a record has an item in the log, and the order of
 * stamps is the order of commits, so all that it did not see stands behind the newest that it saw. Null if it may not.
 */
export function knownTotal(clauses: SearchClauses, { countMax }: SearchBounds): string {
  const [most, newest] = [':spare::int', ':asOf::timestamptz'];
  const changes = logsOf(clauses).map((log) => `(select ${log} and occurred_on > ${newest} limit ${most} + 1)`);
  return `(select case when count(*) <= ${most} and ${isStillSeen(clauses, newest)} then ${countMax + 1} end
    from (${changes.join(' union all ')}) change)`;
}

/** A recovery that lost commits took back what an earlier search saw, and the newest change of it. */
function isStillSeen(clauses: SearchClauses, newest: string): string {
  const found = logsOf(clauses).map((log) => `exists (select ${log} and occurred_on = ${newest})`);
  return `(${[`${newest} = '-infinity'`, ...found].join(' or ')})`;
}

/** The newest change of records of the kind in the snapshot of the count. */
export function newestChange(clauses: SearchClauses): string {
  const newest = logsOf(clauses).map((log) => `(select max(occurred_on) ${log})`);
  return `coalesce(greatest(${newest.join(', ')}), '-infinity')`;
}

/** Counts the records that pass where no word is asked. */
export function recordCount({ definition, terms }: SearchClauses, bounds: SearchBounds): string {
  return `select count(*)::int from (
    select from tenant.${definition.resource.table} record where ${recordConditions(terms)} limit ${countEnd(bounds)}
  ) record`;
}

/**
 * Counts the records whose texts, among those of a walk, have the words. Words alone are counted without the records that
 * have them: along the texts where many have them.
 */
export function wordCount(clauses: SearchClauses, { bounds, isAlongTexts }: Counting): string {
  if (!isOfWordsAlone(clauses)) {
    return 'select count(*)::int from texted';
  }
  const { definition, terms } = clauses;
  const found =
    isAlongTexts || terms.some(({ isInTrigrams }) => !isInTrigrams)
      ? `select text.id from (
      select text.record_id as id, text.folded from tenant.search_text text
      where text.resource = ${definition.resource.number}::smallint order by text.record_id offset 0
    ) text where ${textConditions(terms)}`
      : beginning(definition, { index: textIndex, terms });
  return `select case when (select count(*) from texted) > ${bounds.countMax} then (select count(*)::int from texted)
    else (select count(*)::int from (${found} limit ${countEnd(bounds)}) text) end`;
}

function logsOf({ definition }: SearchClauses): string[] {
  return recordRules.feedLogs.map(
    ({ table, isOurs }) => `from ${table} where ${isOurs} and resource = ${definition.resource.number}`,
  );
}

function countEnd({ countMax, spareMax }: SearchBounds): number {
  return countMax + 1 + spareMax;
}
