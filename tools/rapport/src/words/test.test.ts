import { expect, test } from 'vitest';
import { countOf, type VitestReport } from './test.ts';

function report(more: Partial<VitestReport>): VitestReport {
  return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...more };
}

const file = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [] };

test('skipped tests are counted and named', () => {
  const skipped = { status: 'skipped', fullName: 'a guarantee' };
  const passed = { status: 'passed', fullName: 'another' };
  const counted = countOf(
    'unit',
    report({ numPassedTests: 1, testResults: [{ ...file, assertionResults: [passed, skipped] }] }),
    0,
  );
  expect(counted).toEqual({
    tier: 'unit',
    passed: 1,
    failed: 0,
    skipped: 1,
    reasons: ['skipped: a guarantee (skipped)'],
  });
});

test('a file that breaks before its first test is a failure', () => {
  const broken = { ...file, status: 'failed', message: 'Cannot find module\n at x' };
  const counted = countOf('unit', report({ testResults: [broken] }), 1);
  expect(counted).toMatchObject({ passed: 0, failed: 1, reasons: ['failed: a.test.ts: Cannot find module'] });
});

test('a run that ends badly without a failed test is a failure', () => {
  expect(countOf('e2e', report({ numPassedTests: 3, testResults: [file] }), 1)).toMatchObject({ passed: 3, failed: 1 });
});

test('a failed test counts once', () => {
  const failing = { ...file, status: 'failed', assertionResults: [{ status: 'failed', fullName: 'x' }] };
  expect(countOf('unit', report({ numFailedTests: 1, testResults: [failing] }), 1)).toMatchObject({ failed: 1 });
});
