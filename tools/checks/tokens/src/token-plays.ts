import type { Outcome } from '@rapport/command-line';
import { named, playAll, playsOf, type Say } from '@rapport/testbed';
import { startChecked } from './checked-platform.ts';
import { clocks } from './plays/clocks.ts';
import { endedAccess } from './plays/ended-access.ts';
import { faultsOfOthers, faultsOfRedis } from './plays/faults.ts';
import { keys } from './plays/keys.ts';
import { limits } from './plays/limits.ts';
import { reportFaults } from './plays/report-faults.ts';

export function checkTokens(only: string | undefined, say: Say): Promise<Outcome> {
  return playAll(named(only, tokenPlays), say);
}

// Those that end Redis, and so its counts, come when the limits were judged.
export const tokenPlays = Object.entries({
  keys,
  faults: faultsOfOthers,
  reports: reportFaults,
  clocks,
  limits,
  redis: faultsOfRedis,
  access: endedAccess,
}).flatMap(([name, runs]) => playsOf(name, startChecked, runs));
