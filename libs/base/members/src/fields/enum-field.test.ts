import { expect, test } from 'vitest';
import { enumField, enumFieldOr } from './enum-field.ts';

const scope = enumField(['own', 'team', 'all']);
const source = enumFieldOr(['web', 'referral', 'other'], 'web');

test.each([
  [1, 'own'],
  ['own', 'own'],
  [3, 'all'],
  ['all', 'all'],
])('%j comes in as %s', (sent, word) => {
  expect(scope.parse(sent)).toBe(word);
});

test.each(['1', 0, 4, -1, 1.5, 'All', 'ALL', '', true, null, ['all'], 99, {}])('%j is refused', (sent) => {
  const { error } = scope.safeParse(sent);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'This must be one of "own" (1), "team" (2), "all" (3).',
  ]);
});

test('the number of `other` is 99 wherever it stands, and a member that is left out has its default', () => {
  expect(source.parse(99)).toBe('other');
  expect(source.safeParse(3).success).toBe(false);
  expect([source.parse(undefined), source.parse(null), source.parse(2)]).toEqual(['web', 'web', 'referral']);
});
