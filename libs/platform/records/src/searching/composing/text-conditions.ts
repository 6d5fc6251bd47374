import type { SearchFilter } from '@rapport/kernel';
import { folded, isLongWord } from '@rapport/searching';

/** Whether a record's text has a word, which the statement calls `given`. */
export function wordCondition(word: string, given: string): string {
  const parameter = `${given}::text`;
  return isLongWord(word)
    ? `text.folded like '%' || cell.escaped(${parameter}) || '%'`
    : `text.folded ~ cell.word_pattern(cell.folded(${parameter}))`;
}

/** Whether the index of trigrams finds the texts with a word: it knows two letters at the beginning of a word, three anywhere. */
export function hasTrigrams(word: string): boolean {
  return /^[\p{L}\p{N}]{2}$|[\p{L}\p{N}]{3}/u.test(folded(word));
}

/**
 * The text of a record has this where one of its members passes the filter. Each member is a line of the text. It may
 * hold for other records too, because it does not say which member passes.
 */
export function lineCondition({ operator }: Pick<SearchFilter, 'operator'>, given: string): string {
  if (operator === 'in') {
    return `text.folded like any (array(select ${line('given')} from unnest(${given}::text[]) given))`;
  }
  const parameter = `${given}::text`;
  const start = operator === 'contains' ? `'%'` : String.raw`e'%\n'`;
  const end = operator === 'eq' ? String.raw`e'\n%'` : `'%'`;
  return `text.folded like ${start} || cell.escaped(${parameter}) || ${end}`;
}

/** Whether the index of trigrams finds the lines that pass: a part of a word has none of them where it is short. */
export function isInLines({ operator, value }: Omit<SearchFilter, 'field'>): boolean {
  const finding = ['eq', 'in', 'startsWith'].includes(operator);
  return finding || (operator === 'contains' && /[\p{L}\p{N}]{3}/u.test(folded(String(value))));
}

function line(parameter: string): string {
  return `e'%\\n' || cell.escaped(${parameter}) || e'\\n%'`;
}
