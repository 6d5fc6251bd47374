import { type Outcome, WrongUse } from '@rapport/command-line';
import { named, type Play, playAll, type Played, type Say, type TemporaryPlatform } from '@rapport/testbed';
import { startCheckPlatform } from './platform/start-check-platform.ts';
import { removedRules, type RemovedRule } from './removed-rules.ts';
import { breachesText, linesOf } from './report.ts';
import { runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

interface CheckSyncValues {
  readonly all: boolean;
  readonly only: string | undefined;
  readonly scale: string;
}

type SyncPlay = Play<TemporaryPlatform>;

/** Plays the short set, or with `all` every scenario, and then takes each rule away, to see that the check notices. */
export function checkSync({ all, only, scale }: CheckSyncValues, say: Say): Promise<Outcome> {
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(scale) || Number(scale) === 0) {
    throw new WrongUse('--scale is a number such as 0.1.');
  }
  const length = Number(scale);
  const rules = removedRules.map((rule) => without(rule, length));
  const plays = named(only, [...scenarios.map((scenario) => playOf(scenario, length)), ...rules]);
  const short = new Set(shortPlays(length).map(({ name }) => name));
  const played = all ? plays : plays.filter(({ name }) => short.has(name));
  if (played.length === 0) {
    throw new WrongUse(`Add --all, without which ${plays.map(({ name }) => name).join(', ')} cannot be played.`);
  }
  return playAll(played, say);
}

/** The scenarios of the short set; 1 is their full length. */
export function shortPlays(scale: number): readonly SyncPlay[] {
  return scenarios.filter(({ set }) => set === 'short').map((scenario) => playOf(scenario, scale));
}

function playOf(scenario: Scenario, scale: number): SyncPlay {
  return {
    ...scenario,
    start: startUsual,
    run: async (platform) => {
      const report = await runScenario(scenario, platform, scale);
      return { verdict: report.verdict, lines: linesOf(report), figures: report };
    },
  };
}

const startUsual = (say: Say): Promise<TemporaryPlatform> => startCheckPlatform({ say });

/** A rule that is away has to be noticed. A scenario that breaks off has noticed nothing. */
function without({ name, title, replaced, prepare, scenario, shows }: RemovedRule, scale: number): SyncPlay {
  return {
    name: `without ${name}`,
    title: `${title} are noticed`,
    start: async () => {
      const platform = await startCheckPlatform({ replaced, say: () => undefined });
      await prepare?.(platform);
      return platform;
    },
    run: async (platform): Promise<Played> => {
      let found = '';
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const { violations, broken } = await runScenario(scenario, platform, scale);
        const telling = violations.find(({ breach }) => shows.includes(breach));
        found = `${breachesText(broken)} in ${scenario.name}`;
        if (telling !== undefined) {
          return { verdict: 'passed', lines: [`${found}, such as: ${telling.text}`], figures: { found } };
        }
      }
      return { verdict: 'failed', lines: [`not noticed: ${found}`], figures: { found } };
    },
  };
}

const attemptsMax = 3;
