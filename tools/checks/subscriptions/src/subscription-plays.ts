import type { Outcome } from '@rapport/command-line';
import { named, playAll, playsOf, type Play, type Say } from '@rapport/testbed';
import { actsByChance } from './plays/acts-by-chance.ts';
import { cells } from './plays/cells.ts';
import { startCounted, type CountedPlatform } from './plays/counted-platform.ts';
import { deletions } from './plays/deletions.ts';
import { provisioningLocks } from './plays/provisioning-locks.ts';
import { signUps } from './plays/sign-ups.ts';
import { stoppedService } from './plays/stopped-service.ts';
import { usage } from './plays/usage.ts';

interface Lengths {
  readonly acts: number;
  readonly seed: number;
  readonly companies: number;
}

export function checkSubscriptions(only: string | undefined, lengths: Lengths, say: Say): Promise<Outcome> {
  return playAll(named(only, subscriptionPlays(lengths)), say);
}

export function subscriptionPlays({ acts, seed, companies }: Lengths): readonly Play<CountedPlatform>[] {
  return Object.entries({
    'sign-ups': signUps(companies),
    locks: provisioningLocks,
    acts: actsByChance(acts, seed),
    stopped: stoppedService,
    deletions,
    usage,
    cells,
  }).flatMap(([name, runs]) => playsOf(name, startCounted, runs));
}
