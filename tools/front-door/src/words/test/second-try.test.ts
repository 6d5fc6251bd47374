import { expect, test } from 'vitest';
import type { FileReport, TestReport } from './run-report.ts';
import { deservesSecondTry, together } from './second-try.ts';

const failed: TestReport = { id: '1', name: 'holds', state: 'failed', durationMs: 5, failure: 'first' };
const passed: TestReport = { id: '1', name: 'holds', state: 'passed', durationMs: 3 };

function file(more: Partial<FileReport>): FileReport {
  return { file: 'libs/a.test.ts', project: 'unit', durationMs: 9, tests: [], ...more };
}

test.each(['checks/sync', 'checks/attack', 'checks/hostile'])('tools/%s has no second try', (tool) => {
  expect(deservesSecondTry(file({ tests: [failed] }))).toBe(true);
  expect(deservesSecondTry(file({ file: `tools/${tool}/e2e/a.test.ts`, tests: [failed] }))).toBe(false);
  expect(deservesSecondTry(file({ file: `tools/${tool}-more/a.test.ts`, tests: [failed] }))).toBe(true);
});

test('a test is unsteady in whichever try it failed', () => {
  const unsteady = { file: 'libs/a.test.ts', name: 'holds', failure: 'first' };
  expect(together(file({ tests: [failed] }), file({ tests: [passed] }))).toEqual({
    file: file({ tests: [passed] }),
    unsteady: [{ ...unsteady, durationsMs: [5, 3] }],
  });
  expect(together(file({ tests: [passed] }), file({ tests: [failed] }))).toEqual({
    file: file({ tests: [passed] }),
    unsteady: [{ ...unsteady, durationsMs: [3, 5] }],
  });
});

test('a second try that did not reach a test leaves it failed', () => {
  const skipped: TestReport = { ...passed, state: 'skipped' };
  const hook = file({ tests: [skipped], failure: 'no server' });
  expect(together(file({ tests: [failed] }), hook)).toEqual({
    file: file({ tests: [failed], failure: 'no server' }),
    unsteady: [],
  });
  expect(together(file({ tests: [failed] }), undefined)).toEqual({ file: file({ tests: [failed] }), unsteady: [] });
});
