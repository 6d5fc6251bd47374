import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

test('no file imports a file that imports it, on any way round', () => {
  const paths = globSync('{apps,libs,tools}/**/*.ts', { exclude: ['**/node_modules/**'] });
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  expect(files.size).toBeGreaterThan(500);
  expect(importCircles(files)).toEqual([]);
});

test('a circle is found when one of its imports is for a type alone', () => {
  const files = new Map([
    ['a/one.ts', "import { two } from './two.ts';\n"],
    ['a/two.ts', "import {\n  first,\n  second,\n} from '../b/three.ts';\n"],
    ['b/three.ts', "import type { One } from '../a/one.ts';\n"],
    ['b/four.ts', "export * from '../a/one.ts';\n"],
  ]);
  expect(importCircles(files)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts', 'a/one.ts']]);
});
