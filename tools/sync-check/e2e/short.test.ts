import type { TemporaryPlatform } from '@rapport/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCheckPlatform } from '../src/platform/start-check-platform.ts';
import { linesOf } from '../src/report.ts';
import { runScenario } from '../src/run-scenario.ts';
import { scenarios } from '../src/scenarios/index.ts';

let platform: TemporaryPlatform;

beforeAll(async () => {
  platform = await startCheckPlatform({ say: (line) => process.stderr.write(`${line}\n`) });
});
afterAll(() => platform.stop());

test.for(scenarios.filter(({ set }) => set === 'short'))('$title', async (scenario, { skip }) => {
  const report = await runScenario(scenario, platform, 1);
  if (report.verdict === 'skipped') {
    skip(report.skipped);
  }
  expect(report.verdict, linesOf(report).join('\n')).toBe('passed');
});
