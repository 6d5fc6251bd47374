import { Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { projectRoot } from '@rapport/local-platform/project';
import { watchVitest, type Run } from './run-vitest.ts';
import { deservesSecondTry } from './second-try.ts';
import { summaryOf } from './summary.ts';
import { testPaths } from './test-paths.ts';
import { resultOf, skippedTier, type TierResult } from './tier-result.ts';
import { firstTry, secondTry, type TierRun } from './tier-run.ts';
import { obstacleTo, projectsFor, projectsOf, tiers } from './tiers.ts';

/** More failed files than these are no accident of the machine, and their second tries would take longer than the run. */
const filesTriedAgainMax = 10;

export interface TestOptions {
  readonly files: readonly string[];
  readonly tier: string | undefined;
  readonly watch: boolean;
  readonly 'no-second-try': boolean;
}

/** Runs every test, those of a tier, or those of files and folders. */
export async function test(options: TestOptions, terminal: Terminal, root = projectRoot): Promise<Outcome> {
  const { files, tier, watch, 'no-second-try': hasOneTry } = options;
  const paths = await testPaths(files);
  const projects = tier === undefined ? projectsFor(paths) : projectsOf(tier);
  if (watch) {
    if (terminal.isJson || (paths.length === 0 && tier === undefined)) {
      throw new WrongUse('--watch needs a file, a folder or --tier NAME, and has no document for --json.');
    }
    const code = await watchVitest({ root, projects, paths }, terminal);
    return { document: {}, exitCode: code === 0 ? 0 : 1 };
  }
  if (paths.length > 0) {
    return testPathsOnce({ root, projects, paths }, terminal);
  }
  return testTiers(tier === undefined ? tiers : [tier], { root, hasOneTry }, terminal);
}

/** These have no second try: a person who names a file wants to see what that one does. */
async function testPathsOnce(run: Run, terminal: Terminal): Promise<Outcome> {
  const tried = await firstTry(run, terminal);
  if (tried.files.length === 0 && tried.errors.length === 0) {
    throw new Failure('There is no test.');
  }
  return summaryOf([resultOf('chosen', tried)], terminal);
}

interface TierPlan {
  readonly root: string;
  readonly hasOneTry: boolean;
}

/** Second tries begin when every tier is through, so nothing runs beside them. */
async function testTiers(
  chosen: readonly string[],
  { root, hasOneTry }: TierPlan,
  terminal: Terminal,
): Promise<Outcome> {
  const results: TierResult[] = [];
  const tried = new Map<string, TierRun>();
  for (const tier of chosen) {
    terminal.say(`\n=== ${tier} ===`);
    const obstacle = await obstacleTo(tier, terminal);
    if (obstacle === undefined) {
      tried.set(tier, await firstTry({ root, projects: projectsOf(tier), paths: [] }, terminal));
    } else {
      results.push(skippedTier(tier, obstacle));
    }
  }
  const failed = [...tried.values()].flatMap(({ files }) => files).filter(deservesSecondTry);
  const isTriedAgain = !hasOneTry && failed.length <= filesTriedAgainMax;
  for (const [tier, run] of tried) {
    results.push(resultOf(tier, isTriedAgain ? await secondTry(run, root, terminal) : run));
  }
  return summaryOf(results, terminal);
}
