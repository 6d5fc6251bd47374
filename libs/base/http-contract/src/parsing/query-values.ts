import type { FieldErrors } from '@rapport/kernel';
import { jsonPath } from './json-path.ts';

export interface QueryValues {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors | undefined;
  /** The names that are not known, in the order of the query. */
  readonly unknown: readonly string[];
}

/**
 * Reads the part of an address behind `?`. It refuses every parameter that is repeated, and one of `known` that is empty or
 * no UTF-8.
 */
export function queryValues(search: string, known: readonly string[]): QueryValues {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  const unknown: string[] = [];
  let errors: FieldErrors | undefined;
  let index = 0;
  for (const [name, value] of new URLSearchParams(search)) {
    const isKnown = known.includes(name);
    const isBroken = value.includes(replacement) && isKnown && !isUtf8(pairAt(search, index));
    const isEmpty = value === '' && isKnown;
    if (!isKnown) {
      unknown.push(name);
    }
    const problem = isBroken ? 'This is not encoded in UTF-8.' : problemOf(values, name, isEmpty);
    if (problem) {
      errors ??= {};
      errors[jsonPath([name])] = [problem];
    }
    values[name] = value;
    index += 1;
  }
  return { values, errors, unknown };
}

/** The mark in a decoded value in the place of bytes that are no UTF-8. */
const replacement = '\ufffd';

function pairAt(search: string, index: number): string {
  return search.split('&').filter((pair) => pair !== '')[index] ?? '';
}

/** Whether what is percent-encoded is UTF-8. A percent sign that begins no byte is taken as it stands. */
function isUtf8(pair: string): boolean {
  try {
    decodeURIComponent(pair.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

function problemOf(values: Readonly<Record<string, string>>, name: string, isEmpty: boolean): string | undefined {
  if (Object.hasOwn(values, name)) {
    return 'This parameter is there more than once; send it once.';
  }
  return isEmpty ? 'This parameter is empty; give it a value or leave it out.' : undefined;
}
