import type { FieldErrors } from '@rapport/kernel';
import { jsonPath } from './json-path.ts';

export interface QueryValues {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: FieldErrors | undefined;
}

/** Reads the part of an address behind `?`. It refuses every parameter that is empty or repeated. */
export function queryValues(search: string): QueryValues {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let errors: FieldErrors | undefined;
  for (const [name, value] of new URLSearchParams(search)) {
    const problem = problemOf(values, name, value);
    if (problem) {
      errors ??= {};
      errors[jsonPath([name])] = [problem];
    }
    values[name] = value;
  }
  return { values, errors };
}

function problemOf(values: Readonly<Record<string, string>>, name: string, value: string): string | undefined {
  if (Object.hasOwn(values, name)) {
    return 'This parameter is there more than once; send it once.';
  }
  return value === '' ? 'This parameter is empty; give it a value or leave it out.' : undefined;
}
