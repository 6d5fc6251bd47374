import type { Search, SearchFilter, Visibility } from '@rapport/kernel';
import { folded, type Bind } from '@rapport/searching';
import type { RecordDefinition } from '../definition.ts';
import { hasOwner } from '../target.ts';
import { viewerOf, visibleTo } from '../visibility.ts';
import type { RecordField, RecordFields } from './search-fields.ts';
import { viewerPlaces } from './viewer-places.ts';
import { lineCondition, wordCondition } from './text-conditions.ts';

type Condition = (bind: Bind) => string;

/** One condition of a search, which every record that is found passes. */
export interface SearchTerm {
  /** Over `record`; null where the text of a record, which says all of it, is asked. */
  readonly ofRecord: Condition | null;
  /** Over `text`, the row with the record's text; it may hold for other records too. */
  readonly ofText: Condition | null;
  /** The column with an index that finds the records of this term. */
  readonly index: string | null;
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
    ...filters.map((filter) => filterTerm(fieldNamed(fields, filter.field), filter)),
  ];
}

function wordTerm({ search }: RecordDefinition, word: string, visibility: Visibility): SearchTerm {
  const textsOf = search?.textsOf;
  const holds: Condition = (bind) => wordCondition(word, bind);
  if (!textsOf) {
    return { ofRecord: null, ofText: holds, index: null };
  }
  const ofOthers: Condition = (bind) => {
    const viewer = viewerPlaces(visibility, bind);
    return textsOf((alias) => visibleTo({}, viewer, alias), holds(bind));
  };
  return { ofRecord: ofOthers, ofText: null, index: null };
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
    const ofParent: Condition = (bind) => visibleTo(definition, viewerPlaces(visibility, bind), 'record');
    return [{ ofRecord: ofParent, ofText: null, index: null }];
  }
  const column = scope === 'own' ? 'owner_user_id' : 'team_id';
  const index = scope === 'own' ? 'ownerUserId' : 'team';
  return [{ ofRecord: (bind) => `record.${column} = ${bind(viewerOf(visibility))}::uuid`, ofText: null, index }];
}

function filterTerm({ column, hasWords, isIndexed }: RecordField, filter: SearchFilter): SearchTerm {
  return {
    ofRecord: (bind) => column.condition(filter, bind),
    ofText: hasWords && narrows(filter) ? (bind) => lineCondition(filter, bind) : null,
    index: isIndexed && filter.operator !== 'ne' ? filter.field : null,
  };
}

/** Whether an index of trigrams finds few records: a part of a word has none of them where it is short. */
function narrows({ operator, value }: SearchFilter): boolean {
  const finding = ['eq', 'in', 'startsWith'].includes(operator);
  return finding || (operator === 'contains' && /[\p{L}\p{N}]{3}/u.test(folded(String(value))));
}
