import { guards, type Guard } from './guards.ts';
import { CheckPlatform } from './platform/check-platform.ts';
import { brokenRules, linesOf, type ScenarioReport } from './report.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

export interface CheckOptions {
  /** Everything, and every rule taken out once; otherwise the short set. */
  readonly isAll: boolean;
  /** Scenarios and rules with one of these words in their names alone. */
  readonly only: readonly string[];
  /** How long the long scenarios are; 1 is a whole one. */
  readonly scale: number;
  readonly say: (line: string) => void;
}

export interface GuardReport {
  readonly name: string;
  readonly title: string;
  /** Whether the check found what is missed without the rule. */
  readonly isNoticed: boolean;
  readonly seconds: number;
  readonly found: string;
}

export interface SyncReport {
  readonly scenarios: readonly ScenarioReport[];
  readonly guards: readonly GuardReport[];
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export class NothingChosen extends Error {}

/** Plays the scenarios on a platform of their own, and, with all of them, looks whether the check finds each fault that is built in. */
export async function checkSync(options: CheckOptions): Promise<SyncReport> {
  const { isAll, only, say } = options;
  const isMeant = ({ name }: { name: string }): boolean =>
    only.length === 0 || only.some((word) => name.includes(word));
  const chosen = scenarios.filter((scenario) => isMeant(scenario) && (isAll || scenario.set === 'short'));
  if (chosen.length === 0 && !(isAll && guards.some(isMeant))) {
    throw new NothingChosen(`Nothing here has a name with ${only.join(' or ')}.`);
  }
  const played = chosen.length === 0 ? [] : await playAll(chosen, options);
  const noticed: GuardReport[] = [];
  for (const guard of isAll ? guards.filter(isMeant) : []) {
    const report = await without(guard, options);
    noticed.push(report);
    const { isNoticed, name, title, found, seconds } = report;
    say(`${isNoticed ? 'noticed' : 'MISSED '}  without ${name} (${seconds.toFixed(1)} s), ${title}: ${found}`);
  }
  const count = (verdict: ScenarioReport['verdict']): number =>
    played.filter((report) => report.verdict === verdict).length;
  const unnoticed = noticed.filter(({ isNoticed }) => !isNoticed).length;
  return {
    scenarios: played,
    guards: noticed,
    passed: count('passed') + noticed.length - unnoticed,
    failed: count('failed') + unnoticed,
    skipped: count('skipped'),
  };
}

async function playAll(chosen: readonly Scenario[], { scale, say }: CheckOptions): Promise<ScenarioReport[]> {
  const platform = await CheckPlatform.start({ say });
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

/** Whether it is noticed that a rule is missing; what breaks off has noticed nothing. */
async function without(guard: Guard, { scale }: CheckOptions): Promise<GuardReport> {
  const { name, title } = guard;
  const began = performance.now();
  const found = await playWithout(guard, scale).catch((error: unknown) => ({
    isNoticed: false,
    found: `it broke off: ${error instanceof Error ? error.message : String(error)}`,
  }));
  return { name, title, ...found, seconds: Math.round(performance.now() - began) / 1_000 };
}

/** On a platform without the rule the scenario is played until it shows, or until it should have shown. */
async function playWithout(
  { replaced, prepare, scenario, shows }: Guard,
  scale: number,
): Promise<Pick<GuardReport, 'isNoticed' | 'found'>> {
  const platform = await CheckPlatform.start({ replaced, say: () => undefined });
  let found = { isNoticed: false, found: 'nothing was found' };
  try {
    await prepare?.(platform);
    for (let turn = 1; turn <= turnsMax && !found.isNoticed; turn += 1) {
      const { violations, broken } = await runScenario(scenario, platform, scale);
      const telling = violations.find(({ rule }) => shows.includes(rule));
      const example = telling === undefined ? '' : `, such as: ${telling.text}`;
      found = { isNoticed: telling !== undefined, found: `${brokenRules(broken)} in ${scenario.name}${example}` };
    }
  } finally {
    await platform.stop();
  }
  return found;
}

const turnsMax = 3;
