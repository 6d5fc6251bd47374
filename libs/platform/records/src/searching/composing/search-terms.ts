import type { Search, SearchFilter, Visibility } from '@rapport/kernel';
import type { Bind } from '@rapport/searching';
import type { RecordDefinition } from '../../defining/definition.ts';
import { hasOwner } from '../../defining/target.ts';
import { viewerOf, visibleTo } from '../../showing/visibility.ts';
import type { RecordField, RecordFields } from './search-fields.ts';
import { viewerParameters } from './viewer-parameters.ts';
import { hasTrigrams, isInLines, lineCondition, wordCondition } from './text-conditions.ts';

type Condition = (bind: Bind) => string;

/** One condition of a search, which every record that is found passes. */
export interface SearchTerm {
  /** Over `record`; null where the text of a record, which says all of it, is asked. */
  readonly ofRecord: Condition | null;
  /** Over `text`, the row with the record's text; it may hold for other records too. */
  readonly ofText: Condition | null;
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
  visibility: Visibility,
): SearchTerm[] {
  return [
    ...visibleTerms(definition, visibility),
    ...words.map((word) => wordTerm(definition, word, visibility)),
    ...filterTerms(fields, filters),
  ];
}

function wordTerm({ search }: RecordDefinition, word: string, visibility: Visibility): SearchTerm {
  const textsOf = search?.textsOf;
  const holds: Condition = (bind) => wordCondition(word, bind);
  if (!textsOf) {
    return { ofRecord: null, ofText: holds, isInTrigrams: hasTrigrams(word), index: null };
  }
  const ofOthers: Condition = (bind) => {
    const viewer = viewerParameters(visibility, bind);
    return textsOf((alias) => visibleTo({}, viewer, alias), holds(bind));
  };
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

function visibleTerms(definition: RecordDefinition, visibility: Visibility): SearchTerm[] {
  const { scope } = visibility;
  if (scope === 'all' || definition.seenBy === 'everybody') {
    return [];
  }
  if (!hasOwner(definition)) {
    const ofParent: Condition = (bind) => visibleTo(definition, viewerParameters(visibility, bind), 'record');
    return [{ ofRecord: ofParent, ...ofNoText, index: null, asksOthers: true }];
  }
  const column = scope === 'own' ? 'owner_user_id' : 'team_id';
  const index = scope === 'own' ? 'ownerUserId' : 'team';
  const ofRecord: Condition = (bind) => `record.${column} = ${bind(viewerOf(visibility))}::uuid`;
  return [{ ofRecord, ...ofNoText, index }];
}

/** The first filters of texts are enough to find few records: each further one would cost the index more than it spares. */
function filterTerms(fields: RecordFields, filters: readonly SearchFilter[]): SearchTerm[] {
  let inTrigrams = 0;
  return filters.map((filter) => {
    const field = fieldNamed(fields, filter.field);
    const isInTrigrams = field.hasWords && isInLines(filter) && (inTrigrams += 1) <= inTrigramsMax;
    return {
      ofRecord: (bind) => field.column.condition(filter, bind),
      ofText: isInTrigrams ? (bind) => lineCondition(filter, bind) : null,
      isInTrigrams,
      index: field.indexFinds(filter.operator) ? filter.field : null,
    };
  });
}

const inTrigramsMax = 2;

const ofNoText = { ofText: null, isInTrigrams: false };
