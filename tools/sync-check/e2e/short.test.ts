import { afterAll, describe, expect, test } from 'vitest';
import { linesOf } from '../src/report.ts';
import { runScenario } from '../src/run-scenario.ts';
import { scenarios } from '../src/scenarios/index.ts';
import { platform } from './checked-platform.ts';

afterAll(() => platform.stop());

/** Every fault of the short set happens, and is recovered from, in a third of what `check sync` does around it. */
const scale = 0.3;

// Both use one platform, so they are one file.
describe('the invariants', async () => {
  await import('./invariants.ts');
});

test.for(scenarios.filter(({ set }) => set === 'short'))('$title', async (scenario, { skip }) => {
  const report = await runScenario(scenario, platform, scale);
  if (report.verdict === 'skipped') {
    skip(report.skipped);
  }
  expect(report.verdict, linesOf(report).join('\n')).toBe('passed');
});
