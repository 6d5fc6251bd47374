import { beforeAll, expect } from 'vitest';

/** Vitest bounds hooks and tests, and not what stands at the beginning of a file: that would hold up a run for ever. */
const boundMs = 240_000;

/** The files of one process follow each other, and where all tests of one are skipped no hook runs. */
const run = globalThis as { lateSetUp?: NodeJS.Timeout };
clearTimeout(run.lateSetUp);
run.lateSetUp = setTimeout(() => {
  process.stderr.write(`The set-up of ${expect.getState().testPath} has not ended within ${boundMs / 1_000} s.\n`);
  process.kill(process.pid, 'SIGKILL');
}, boundMs);

beforeAll(() => clearTimeout(run.lateSetUp));
