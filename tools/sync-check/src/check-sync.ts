import { startCheckPlatform } from './platform/start-check-platform.ts';
import { removedRules, type RemovedRule } from './removed-rules.ts';
import { breachesText, linesOf, type ScenarioReport } from './report.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

export interface CheckOptions {
  /** Whether every scenario is played and every rule is removed once; otherwise the short set is played. */
  readonly isAll: boolean;
  /** Only scenarios and rules with one of these words in their names. */
  readonly only: readonly string[];
  /** The length of the long scenarios; 1 is the full length. */
  readonly scale: number;
  readonly say: (line: string) => void;
}

export interface RemovalReport {
  readonly name: string;
  readonly title: string;
  /** Whether the check found what a client misses without the rule. */
  readonly isNoticed: boolean;
  readonly seconds: number;
  readonly found: string;
}

export interface SyncReport {
  readonly scenarios: readonly ScenarioReport[];
  readonly removedRules: readonly RemovalReport[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export class NothingChosen extends Error {}

/** Plays the scenarios on their own platform. With `isAll` it also removes each rule, to see that the check notices. */
export async function checkSync(options: CheckOptions): Promise<SyncReport> {
  const { isAll, only, say } = options;
  const isMeant = ({ name }: { name: string }): boolean =>
    only.length === 0 || only.some((word) => name.includes(word));
  const chosen = scenarios.filter((scenario) => isMeant(scenario) && (isAll || scenario.set === 'short'));
  if (chosen.length === 0 && !(isAll && removedRules.some(isMeant))) {
    throw new NothingChosen(`Nothing here has a name with ${only.join(' or ')}.`);
  }
  const played = chosen.length === 0 ? [] : await playAll(chosen, options);
  const noticed: RemovalReport[] = [];
  for (const removed of isAll ? removedRules.filter(isMeant) : []) {
    const report = await without(removed, options);
    noticed.push(report);
    const { isNoticed, name, title, found, seconds } = report;
    say(`${isNoticed ? 'noticed' : 'MISSED '}  without ${name} (${seconds.toFixed(1)} s), ${title}: ${found}`);
  }
  const count = (verdict: ScenarioReport['verdict']): number =>
    played.filter((report) => report.verdict === verdict).length;
  const unnoticed = noticed.filter(({ isNoticed }) => !isNoticed).length;
  return {
    scenarios: played,
    removedRules: noticed,
    passed: count('passed') + noticed.length - unnoticed,
    failed: count('failed') + unnoticed,
    skipped: count('skipped'),
  };
}

async function playAll(chosen: readonly Scenario[], { scale, say }: CheckOptions): Promise<ScenarioReport[]> {
  const platform = await startCheckPlatform({ say });
  const reports: ScenarioReport[] = [];
  try {
    for (const scenario of chosen) {
      const report = await runScenario(scenario, platform, scale);
      for (const line of linesOf(report)) {
        say(line);
      }
      reports.push(report);
    }
  } finally {
    await platform.stop();
  }
  return reports;
}

/** Plays without the rule, and reports whether the check noticed. A scenario that breaks off has noticed nothing. */
async function without(removed: RemovedRule, { scale }: CheckOptions): Promise<RemovalReport> {
  const { name, title } = removed;
  const began = performance.now();
  const found = await playWithout(removed, scale).catch((error: unknown) => ({
    isNoticed: false,
    found: `it broke off: ${error instanceof Error ? error.message : String(error)}`,
  }));
  return { name, title, ...found, seconds: Math.round(performance.now() - began) / 1_000 };
}

/** Plays the scenario on a platform without the rule until the fault shows, three times at most. */
async function playWithout(
  { replaced, prepare, scenario, shows }: RemovedRule,
  scale: number,
): Promise<Pick<RemovalReport, 'isNoticed' | 'found'>> {
  const platform = await startCheckPlatform({ replaced, say: () => undefined });
  let found = { isNoticed: false, found: 'nothing was found' };
  try {
    await prepare?.(platform);
    for (let attempt = 1; attempt <= attemptsMax && !found.isNoticed; attempt += 1) {
      const { violations, broken } = await runScenario(scenario, platform, scale);
      const telling = violations.find(({ breach }) => shows.includes(breach));
      const example = telling === undefined ? '' : `, such as: ${telling.text}`;
      found = { isNoticed: telling !== undefined, found: `${breachesText(broken)} in ${scenario.name}${example}` };
    }
  } finally {
    await platform.stop();
  }
  return found;
}

const attemptsMax = 3;
