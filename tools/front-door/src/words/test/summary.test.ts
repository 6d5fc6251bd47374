import { Terminal } from '@rapport/command-line';
import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';
import { skippedTier } from './tier-result.ts';

const unsteady = { file: 'libs/a.test.ts', name: 'holds', durationsMs: [5, 3], failure: 'too early' } as const;

test.each([
  [3, 0],
  [4, 1],
])('with %d unsteady tests in all tiers together %d have failed', (count, failed) => {
  const tiers = [Array.from({ length: count - 1 }, () => unsteady), [unsteady]];
  const results = tiers.map((one) => ({ ...skippedTier('unit', 'none'), skipped: 0, passed: 9, unsteady: one }));
  const outcome = summaryOf(results, new Terminal(true));
  expect(outcome).toMatchObject({ exitCode: failed, document: { passed: 18, failed } });
  expect(outcome.text).toBe(`${count} unsteady\n18 passed, ${failed} failed, 0 skipped`);
});

test('a tier that cannot run counts as skipped', () => {
  const outcome = summaryOf([skippedTier('load', 'k6 is missing.')], new Terminal(true));
  expect(outcome).toMatchObject({ exitCode: 0, document: { passed: 0, failed: 0, skipped: 1 } });
});
