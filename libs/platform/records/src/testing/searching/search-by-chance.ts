import type { Search, SearchFilter, SearchOperator, SearchValue } from '@rapport/kernel';
import type { Known } from './search-oracle.ts';

/** The kind of a field that a search by chance may ask. */
export type FieldKind = 'text' | 'enum' | 'flag' | 'number' | 'time';

/** Numbers from 0 to 1 that come again with the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<T>(dice: () => number, values: readonly T[]): T {
  return values[Math.floor(dice() * values.length)] as T; // The callers' lists are not empty.
}

/** Words of several scripts, among them what a pattern would take for its own. */
export const vocabulary = [
  'şişli', 'SISLI', 'Ali', 'ayşe', 'çınar', 'IŞIK', 'ışık', 'İzmir', 'Örnek', 'li', 'al', 'Güneş', 'o', '100%', 'a_b',
  '50\\50', 'émile', 'Νίκος', 'иван', 'Йосиф', '北京貿易', 'أحمد', 'Straße', `d'Or`, '(x)', 'zz', '😀b',
] as const; // prettier-ignore

/** A search with filters, words, a sort and a page by chance, whose values are mostly those of records. */
export function searchByChance(
  dice: () => number,
  fields: Readonly<Record<string, FieldKind>>,
  sorts: readonly string[],
  records: readonly Known[],
): Search {
  const pageSize = pick(dice, [1, 3, 7, 20, 200]);
  return {
    pageNumber: pick(dice, [1, 1, 1, 2, 3]),
    pageSize,
    sort: { by: pick(dice, sorts), direction: pick(dice, ['asc', 'desc']) },
    words: pick(dice, [[], [], [pick(dice, vocabulary)], [pick(dice, vocabulary), pick(dice, vocabulary)]]),
    filters: Array.from({ length: pick(dice, [0, 1, 1, 2, 3]) }, () => filterByChance(dice, fields, records)),
  };
}

const operators: Readonly<Record<FieldKind, readonly SearchOperator[]>> = {
  text: ['eq', 'ne', 'in', 'contains', 'startsWith', 'isNull', 'isNotNull'],
  enum: ['eq', 'ne', 'in', 'isNull', 'isNotNull'],
  flag: ['eq', 'ne'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull'],
  time: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'],
};

function filterByChance(
  dice: () => number,
  fields: Readonly<Record<string, FieldKind>>,
  records: readonly Known[],
): SearchFilter {
  const [field, kind] = pick(dice, Object.entries(fields));
  const operator = pick(dice, operators[kind]);
  const held = records.flatMap((record) => record[field] ?? []);
  const value = pick<SearchValue>(dice, held);
  if (operator === 'isNull' || operator === 'isNotNull') {
    return { field, operator, value: null };
  }
  if (operator === 'in') {
    return { field, operator, value: [value, pick(dice, held), pick(dice, held)] };
  }
  return { field, operator, value: kind === 'text' ? partOf(dice, operator, String(value)) : value };
}

function partOf(dice: () => number, operator: SearchOperator, text: string): string {
  const letters = Array.from(text);
  const from = operator === 'contains' ? Math.floor(dice() * letters.length) : 0;
  const length = operator === 'contains' || operator === 'startsWith' ? pick(dice, [1, 2, 3, 5]) : letters.length;
  const part = letters.slice(from, from + length).join('');
  return /^[ -~]*$/.test(part) ? pick(dice, [part, part.toLowerCase(), part.toUpperCase()]) : part;
}
