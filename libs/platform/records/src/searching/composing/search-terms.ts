import type { Search, SearchFilter, Visibility } from '@rapport/kernel';
import type { GivenValues } from '@rapport/searching';
import type { RecordDefinition } from '../../defining/definition.ts';
import { hasOwner } from '../../defining/target.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import type { RecordField, RecordFields } from './search-fields.ts';
import { hasTrigrams, isInLines, lineCondition, wordCondition } from './text-conditions.ts';

/** One condition of a search, which every record that is found passes. */
export interface SearchTerm {
  /** Over `record`; null where the text of a record, which says all of it, is asked. */
  readonly ofRecord: string | null;
  /** Over `text`, the row with the record's text; it may hold for other records too. */
  readonly ofText: string | null;
  /** Whether the index of trigrams finds what `ofText` holds for. */
  readonly isInTrigrams: boolean;
  /** The column with an index that finds the records of this term. */
  readonly index: string | null;
  /** Whether a record can pass, or pass no longer, by a change of another one. */
  readonly asksOthers?: boolean;
}

/** Everything that the records of a search must pass: what the caller sees, the words and the filters. */
export function searchTerms(
  definition: RecordDefinition,
  fields: RecordFields,
  { words, filters }: Search,
  { scope }: Visibility,
  given: GivenValues,
): SearchTerm[] {
  return [
    ...visibleTerms(definition, scope),
    ...words.map((word) => wordTerm(definition, word, given)),
    ...filterTerms(fields, filters, given),
  ];
}

function wordTerm({ search }: RecordDefinition, word: string, given: GivenValues): SearchTerm {
  const textsOf = search?.textsOf;
  const holds = wordCondition(word, given.add('word', word));
  if (!textsOf) {
    return { ofRecord: null, ofText: holds, isInTrigrams: hasTrigrams(word), index: null };
  }
  const ofOthers = textsOf((alias) => visibleTo({}, theViewer, alias), holds);
  return { ofRecord: ofOthers, ...ofNoText, index: null, asksOthers: true };
}

/** A request was held to its contract, so a field that is not known is a mistake of the program. */
export function fieldNamed(fields: RecordFields, member: string): RecordField {
  const field = fields.get(member);
  if (!field) {
    throw new Error(`A search has no ${member}.`);
  }
  return field;
}

function visibleTerms(definition: RecordDefinition, scope: Visibility['scope']): SearchTerm[] {
  if (scope === 'all' || definition.seenBy === 'everybody') {
    return [];
  }
  if (!hasOwner(definition)) {
    return [{ ofRecord: visibleTo(definition, theViewer, 'record'), ...ofNoText, index: null, asksOthers: true }];
  }
  const column = scope === 'own' ? 'owner_user_id' : 'team_id';
  const index = scope === 'own' ? 'ownerUserId' : 'team';
  const ofRecord = `record.${column} = ${theViewer.viewer}`;
  return [{ ofRecord, ...ofNoText, index }];
}

/** The first filters of texts are enough to find few records: each further one would cost the index more than it spares. */
function filterTerms(fields: RecordFields, filters: readonly SearchFilter[], given: GivenValues): SearchTerm[] {
  let inTrigrams = 0;
  return filters.map((filter) => {
    const field = fieldNamed(fields, filter.field);
    const value = given.add('filter', filter.value);
    const isInTrigrams = field.hasWords && isInLines(filter) && (inTrigrams += 1) <= inTrigramsMax;
    return {
      ofRecord: field.column.condition(filter.operator, value),
      ofText: isInTrigrams ? lineCondition(filter, value) : null,
      isInTrigrams,
      index: field.indexFinds(filter.operator) ? filter.field : null,
    };
  });
}

const inTrigramsMax = 2;

const ofNoText = { ofText: null, isInTrigrams: false };
