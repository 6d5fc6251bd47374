import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync('{apps/*,libs/*/*}/src/**/*.ts', { exclude: ['**/testing/**', '**/*.test.ts'] });

test('no list of three words stands in two places of libs and apps', () => {
  const places = Map.groupBy(
    files.flatMap((path) => listsOf(readFileSync(path, 'utf8')).map((list) => ({ path, list }))),
    ({ list }) => list,
  );
  const twice = [...places].filter(([, { length }]) => length > 1);
  expect(twice.map(([list, found]) => `${list}: ${found.map(({ path }) => path).join(', ')}`)).toEqual([]);
});

test('a list is found as an array, as a type and in SQL, in whatever order and over lines', () => {
  const text = `const a = ['open', 'paid', 'void']; type A =\n  | 'void'\n  | 'open'\n  | 'paid'; "in ('paid', 'void', 'open')"`;
  expect(listsOf(text)).toEqual(Array.from({ length: 3 }, () => 'open paid void'));
});

/** The words of each list, in the order of the alphabet. What has one letter is no word. */
function listsOf(text: string): string[] {
  return [...text.matchAll(/'[\w.]{2,}'(?:\s*[,|]\s*'[\w.]{2,}'){2,}/g)].map(([list]) =>
    [...new Set(list.match(/[\w.]+/g))].toSorted().join(' '),
  );
}
