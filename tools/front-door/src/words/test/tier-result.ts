import type { FileReport } from './run-report.ts';
import type { UnsteadyTest } from './second-try.ts';
import type { TierRun } from './tier-run.ts';

export interface TierResult {
  readonly tier: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why tests failed or were skipped, or why the tier did not run. */
  readonly reasons: readonly string[];
  readonly unsteady: readonly UnsteadyTest[];
  readonly durationMs: number;
  readonly slowest: readonly SlowFile[];
}

export interface SlowFile {
  readonly file: string;
  readonly durationMs: number;
}

const reasonsMax = 50;
const slowestMax = 10;

/** A test that failed counts once, and so does whatever failed around the tests of a file, or outside of any file. */
export function resultOf(tier: string, { files, errors, unsteady, durationMs }: TierRun): TierResult {
  const tests = files.flatMap((file) => file.tests);
  const failedTests = tests.filter(({ state }) => state === 'failed');
  const skippedTests = tests.filter(({ state }) => state === 'skipped');
  const failedFiles = files.filter(({ failure }) => failure !== undefined);
  return {
    tier,
    passed: tests.length - failedTests.length - skippedTests.length,
    failed: failedTests.length + failedFiles.length + errors.length,
    skipped: skippedTests.length,
    reasons: [
      ...failedTests.slice(0, reasonsMax).map(({ name, failure }) => `failed: ${name}: ${failure}`),
      ...failedFiles.map(({ file, failure }) => `failed: ${file}: ${failure}`),
      ...errors.map((error) => `failed: ${error}`),
      ...skippedTests.slice(0, reasonsMax).map(({ name }) => `skipped: ${name}`),
      ...(files.length === 0 && errors.length === 0 ? ['it has no tests yet'] : []),
    ],
    unsteady,
    durationMs,
    slowest: slowestOf(files),
  };
}

/** A tier that cannot run on this machine counts as one skipped test, so it does not pass unseen. */
export function skippedTier(tier: string, obstacle: string): TierResult {
  const reasons = [`skipped: the whole tier: ${obstacle}`];
  return { tier, passed: 0, failed: 0, skipped: 1, reasons, unsteady: [], durationMs: 0, slowest: [] };
}

function slowestOf(files: readonly FileReport[]): readonly SlowFile[] {
  return files
    .map(({ file, durationMs }) => ({ file, durationMs }))
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .slice(0, slowestMax);
}
