import { expect, test } from 'vitest';
import { lintOrder, type ProjectGraph } from './lint-order.ts';

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

test('what changed comes first, and those that import it come next', () => {
  expect(lintOrder(['libs/leads/src/leads.ts', 'docs/a.md'], graph)).toEqual({
    changed: ['leads'],
    users: ['leads-more'],
  });
  expect(lintOrder(['libs/kernel/package.json', 'libs/leads/a.ts'], graph)).toEqual({
    changed: ['kernel', 'leads'],
    users: ['leads-more'],
  });
});

test.each(['libs/kernel/src/ids.test.ts', 'libs/kernel/e2e/a.ts', 'libs/kernel/README.md'])(
  'a change of %s is seen by nobody else',
  (file) => {
    expect(lintOrder([file], graph)).toEqual({ changed: ['kernel'], users: [] });
  },
);

test('what holds for all projects has all of them looked at', () => {
  expect(lintOrder(['libs/kernel/src/ids.ts', 'eslint.config.js'], graph)).toBeUndefined();
});
