import { expect, test } from 'vitest';
import { candidateOf, isStrong, type CandidateRow } from './matches.ts';

const row: CandidateRow = { id: 'a', code: 'C-1', name: 'A', customerId: 'a', marks: [] };

test.each([
  [['taxNumber', 'name'], 100, true],
  [['email'], 90, true],
  [['phone', 'name'], 60, false],
  [['name'], 50, false],
] as const)('a match on %s has the score of the best mark', (marks, score, strong) => {
  const candidate = candidateOf({ ...row, marks });
  expect([candidate.score, isStrong(candidate)]).toEqual([score, strong]);
});
