import {
  operatorsOfKind,
  type OperatorOfKind,
  type Search,
  type SearchFilter,
  type SearchOperator,
  type SearchValue,
} from '@rapport/kernel';
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
  text: [...operatorsOfKind.text, 'isNull', 'isNotNull'],
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
  return {
    field,
    operator,
    value: isOfText(operator) && kind === 'text' ? askedOf(dice, operator, String(value)) : value,
  };
}

type TextOperator = Exclude<OperatorOfKind<'text'>, 'in'>;

/** The piece of a text by which an operator finds that text. */
const pieceOf: Readonly<Record<TextOperator, (letters: string[], length: number, from: number) => string[]>> = {
  eq: (letters) => letters,
  ne: (letters) => letters,
  contains: (letters, length, from) => letters.slice(from, from + length),
  startsWith: (letters, length) => letters.slice(0, length),
};

function isOfText(operator: SearchOperator): operator is TextOperator {
  return operator in pieceOf;
}

function askedOf(dice: () => number, operator: TextOperator, text: string): string {
  const letters = Array.from(text);
  const from = Math.floor(dice() * letters.length);
  const piece = pieceOf[operator](letters, pick(dice, [1, 2, 3, 5]), from).join('');
  return /^[ -~]*$/.test(piece) ? pick(dice, [piece, piece.toLowerCase(), piece.toUpperCase()]) : piece;
}
