import { expect, test } from 'vitest';
import { foldersToLint, type ProjectGraph } from './folders-to-lint.ts';

const graph: ProjectGraph = {
  nodes: Object.fromEntries(
    ['kernel', 'leads', 'leads-more', 'app'].map((name) => [name, { data: { root: `libs/${name}` } }]),
  ),
  dependencies: {
    kernel: [],
    leads: [{ target: 'kernel' }],
    'leads-more': [{ target: 'leads' }],
    app: [{ target: 'leads-more' }],
  },
};

test('what changed is linted, and what imports it', () => {
  expect(foldersToLint(['libs/leads/src/leads.ts', 'docs/a.md'], graph)).toEqual(['libs/leads', 'libs/leads-more']);
  expect(foldersToLint(['libs/kernel/package.json', 'libs/leads/a.ts'], graph)).toEqual([
    ...['libs/kernel', 'libs/leads', 'libs/leads-more'],
  ]);
});

test.each(['libs/kernel/src/ids.test.ts', 'libs/kernel/e2e/a.ts', 'libs/kernel/README.md'])(
  'a change of %s is seen by nobody else',
  (file) => {
    expect(foldersToLint([file], graph)).toEqual(['libs/kernel']);
  },
);

test('what holds for all projects has all of them looked at', () => {
  expect(foldersToLint(['libs/kernel/src/ids.ts', 'eslint.config.js'], graph)).toBeUndefined();
});
