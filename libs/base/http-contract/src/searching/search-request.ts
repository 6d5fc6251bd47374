import {
  atMost,
  normalForm,
  searchWindow,
  type ErrorCode,
  type Search,
  type SearchFilter,
  type SearchOperator,
} from '@rapport/kernel';
import { choiceOf, enumFieldOr, namedList, refuse } from '@rapport/members/fields';
import { z } from 'zod';
import { byDateTime, byId } from './search-field.ts';
import { searchFilters, shortcutField, type SearchFields } from './search-filters.ts';

/** A member of a search that filters by one field in short. */
export interface Shortcut<Field extends string> {
  readonly field: Field;
  readonly operator: SearchOperator;
  /** Whether a search must say it, and is refused without it. */
  readonly isRequired?: boolean;
}

export interface SearchSpec<F extends SearchFields, Sorts extends readonly string[]> {
  readonly filters: F;
  readonly sorts: Sorts;
  /** The sort of a search that names none. */
  readonly sortedBy: Sorts[number];
  /** The members in which `searchText` looks; a search of what has none does not know it. */
  readonly text: readonly string[];
  readonly shortcuts: Readonly<Record<string, Shortcut<keyof F & string>>>;
}

/** The filters that everything with an id has. */
export const commonFilters = {
  id: byId().knowing(['eq', 'in']),
  createdOnUtc: byDateTime(),
  lastModifiedOnUtc: byDateTime(),
};

/** The sorts that everything with an id has. */
export const commonSorts = ['createdOnUtc', 'lastModifiedOnUtc'] as const;

/** The body of a search. What it takes, and what documents say of it, follow from the lists of fields. */
export function searchRequest<const F extends SearchFields, const Sorts extends readonly string[]>(
  id: string,
  spec: SearchSpec<F, Sorts>,
) {
  type Found = Search<keyof F & string, Sorts[number]>;
  const name = id.replace(/Request$/, '');
  const shortcuts = Object.entries(spec.shortcuts).map(
    ([name, shortcut]) => [name, shortcutField(spec.filters, shortcut)] as const,
  );
  return (
    z
      .strictObject({
        pageNumber: pageNumberField(),
        pageSize: pageSizeField(),
        sortBy: sortField(spec.sorts, `${name}SortBy`),
        sortDirection: enumFieldOr(directions, null),
        ...(spec.text.length > 0 && { searchText: wordsField(spec.text) }),
        filters: searchFilters(spec.filters, name),
        ...Object.fromEntries(shortcuts),
      })
      .refine(({ pageNumber, pageSize }) => pageNumber * pageSize <= searchWindow, {
        path: ['pageNumber'],
        error: `A search reaches the first ${searchWindow} records; narrow it by filters.`,
        params: { code: 'page_out_of_range' satisfies ErrorCode },
      })
      .meta({ id })
      // The shape above has these members; the shortcuts' names are known to the spec alone.
      .transform((body): Found => searchOf(body as unknown as Body, spec))
  );
}

function searchOf<F extends SearchFields, Sorts extends readonly string[]>(
  body: Body,
  { sortedBy, shortcuts }: SearchSpec<F, Sorts>,
): Search<keyof F & string, Sorts[number]> {
  const { pageNumber, pageSize, sortBy, sortDirection, searchText = [], filters } = body;
  const short = Object.keys(shortcuts).flatMap((name) => (body[name] as SearchFilter | null) ?? []);
  const isNewestFirst = sortBy === null && newestFirst.has(sortedBy);
  // The schema has held sort and filters to those of the search.
  const by: Sorts[number] = sortBy ?? sortedBy;
  const all = [...filters, ...short] as readonly SearchFilter<keyof F & string>[];
  return {
    pageNumber,
    pageSize,
    sort: { by, direction: sortDirection ?? (isNewestFirst ? 'desc' : 'asc') },
    words: searchText,
    filters: all,
  };
}

interface Body {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly sortBy: string | null;
  readonly sortDirection: 'asc' | 'desc' | null;
  readonly searchText?: readonly string[];
  readonly filters: readonly SearchFilter[];
  readonly [shortcut: string]: unknown;
}

const directions = namedList('SortDirection', ['asc', 'desc']);

/** By one of these a search that names no sort begins with the newest. */
const newestFirst: ReadonlySet<string> = new Set(['lastModifiedOnUtc', 'occurredOnUtc']);

function pageNumberField() {
  return anyWholeNumber()
    .min(1)
    .nullish()
    .transform((value) => value ?? 1)
    .meta({ default: 1, maximum: searchWindow });
}

function pageSizeField() {
  return anyWholeNumber()
    .nullish()
    .transform((value) => Math.min(Math.max(value ?? 20, 1), 200))
    .meta({ default: 20, description: 'From 1 to 200. Below 1 counts as 1, above 200 as 200.' });
}

/** However large: the window and the clamp say what is wrong with a number that `z.int()` would refuse in words of its own. */
function anyWholeNumber() {
  return z
    .number()
    .refine(Number.isInteger, { error: 'This must be a whole number, not a fraction.', abort: true })
    .meta({ type: 'integer' });
}

function sortField(sorts: readonly string[], name: string) {
  return z
    .enum(sorts)
    .nullish()
    .transform((value) => value ?? null)
    .meta(choiceOf({ list: sorts, name, isNullable: true }));
}

function wordsField(members: readonly string[]) {
  return z
    .string()
    .nullish()
    .transform((text, context): readonly string[] => {
      const given = (text ?? '').trim();
      const words = isTooLong(given) ? null : normalForm(given).split(/\s+/u).filter(Boolean);
      return words !== null && words.length <= wordsMax
        ? words
        : refuse(context, `This may have at most ${textMax} characters and ${wordsMax} words.`);
    })
    .meta({
      maxLength: textMax,
      pattern: String.raw`^\s*(?:${word}(?:\s+${word}){0,${wordsMax - 1}})?\s*$`,
      description: `Up to ${wordsMax} words, all of which occur in ${members.join(', ')}. Case and accents make no difference.`,
    });
}

const word = String.raw`[^\s\x00]+`;
const textMax = 200;
const isTooLong = atMost(textMax);
const wordsMax = 8;
