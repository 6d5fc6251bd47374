import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arrowsUp } from './floors.ts';

const root = 'libs/platform/records/src';

/** The folders of the records lib from the ground up: what a kind is, what is shown of it, what each change carries, ... */
const floors = [
  'defining',
  'showing',
  'stamping',
  'naming',
  'people',
  'transacting',
  'reading/pages',
  'reading',
  'searching/composing',
  'searching',
  'writing/body',
  'writing/creating',
  'writing/updating',
  'writing/deleting',
  'writing/stepping',
  'writing',
  'writing/batching',
  'stores',
];

test('no folder of the records lib imports one above it', () => {
  const paths = globSync(`${root}/**/*.ts`, { exclude: [`${root}/testing/**`, `${root}/**/*.test.ts`] });
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  expect(files.size).toBeGreaterThan(80);
  expect(arrowsUp(files, root, floors)).toEqual([]);
});

test('an import that leads up is found, and so is a folder without a floor', () => {
  const files = new Map([
    ['lib/index.ts', "export * from './high/one.ts';\n"],
    ['lib/high/one.ts', "import { two } from '../low/two.ts';\n"],
    ['lib/low/two.ts', "import type { One } from '../high/one.ts';\nimport { index } from '../index.ts';\n"],
    ['lib/other/three.ts', ''],
  ]);
  expect(arrowsUp(files, 'lib', ['low', 'high'])).toEqual([
    'lib/low/two.ts imports lib/high/one.ts',
    'lib/low/two.ts imports lib/index.ts',
    'lib/other/three.ts is on no floor',
  ]);
});

test('no folder of the records lib has more than a dozen entries', () => {
  const folders = globSync(`${root}/**`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sizes = folders.map(({ parentPath, name }) => [name, readdirSync(`${parentPath}/${name}`).length] as const);
  expect(sizes.length).toBeGreaterThan(15);
  expect(sizes.filter(([, size]) => size > 12)).toEqual([]);
});
