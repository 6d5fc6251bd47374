import { percentile, type TemporaryPlatform } from '@rapport/testbed';
import { InvariantWatch } from './invariants/invariant-watch.ts';
import { NotPossibleHere, type Scenario } from './scenario.ts';
import { Stage } from './stage.ts';
import { countsOf, firstOfEach, type ScenarioReport } from './report.ts';

/** Plays one scenario and reports what was found; a scenario that breaks off is a violation. */
export async function runScenario(
  scenario: Scenario,
  platform: TemporaryPlatform,
  scale: number,
): Promise<ScenarioReport> {
  const stage = new Stage(platform, scale);
  const watch = new InvariantWatch(stage);
  let skipped: string | undefined;
  try {
    await stage.processes.untilReady();
    await scenario.run(stage);
  } catch (error) {
    if (error instanceof NotPossibleHere) {
      skipped = error.message;
    } else {
      stage.expect(false, `it broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  await stage.close();
  await watch.end();
  const { violations, counts, faults, story } = stage;
  const figures = { ...requestTimes(stage), ...stage.figures };
  const verdict = violations.length > 0 ? 'failed' : skipped === undefined ? 'passed' : 'skipped';
  return {
    verdict,
    counts,
    faults,
    figures,
    broken: countsOf(violations),
    violations: firstOfEach(violations),
    story,
    ...(skipped !== undefined && { skipped }),
  };
}

function requestTimes({ times }: Stage): Record<string, string> {
  const kinds = (['writes', 'reads'] as const)
    .filter((kind) => times[kind].length > 0)
    .map(
      (kind) =>
        `${kind} p50 ${percentile(times[kind], 0.5).toFixed(1)} ms, p99 ${percentile(times[kind], 0.99).toFixed(1)} ms`,
    );
  return kinds.length === 0 ? {} : { requests: kinds.join('; ') };
}
