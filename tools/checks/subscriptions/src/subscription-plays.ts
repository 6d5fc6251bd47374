import type { Outcome } from '@rapport/command-line';
import { named, playAll, playsOf, type Play, type Say } from '@rapport/testbed';
import { absences } from './leaving/absences.ts';
import { copies } from './leaving/copies.ts';
import { crashes } from './leaving/crashes.ts';
import { actsByChance } from './plays/acts-by-chance.ts';
import { cells } from './plays/cells.ts';
import { startCounted, type CountedPlatform, type SubscriptionRuns } from './plays/counted-platform.ts';
import { deletions } from './plays/deletions.ts';
import { provisioningLocks } from './plays/provisioning-locks.ts';
import { signUps } from './plays/sign-ups.ts';
import { stoppedService } from './plays/stopped-service.ts';
import { usage } from './plays/usage.ts';

interface Lengths {
  readonly acts: number;
  readonly seed: number;
  readonly companies: number;
  readonly exports: number;
}

interface LongLengths extends Lengths {
  readonly crashes: number;
}

export function checkSubscriptions(only: string | undefined, lengths: LongLengths, say: Say): Promise<Outcome> {
  return playAll(named(only, [...subscriptionPlays(lengths), ...longPlays(lengths)]), say);
}

export function subscriptionPlays({ acts, seed, companies, exports }: Lengths): readonly Play<CountedPlatform>[] {
  return playsOn({
    'sign-ups': signUps(companies),
    locks: provisioningLocks,
    acts: actsByChance(acts, seed),
    stopped: stoppedService,
    deletions,
    usage,
    cells,
    copies: copies(exports),
  });
}

/** These take minutes, because a proof comes a minute after the last step of its deletion. */
function longPlays({ seed, crashes: count }: LongLengths): readonly Play<CountedPlatform>[] {
  return playsOn({ crashes: crashes(count, seed), ...absences });
}

function playsOn(themes: Readonly<Record<string, SubscriptionRuns>>): readonly Play<CountedPlatform>[] {
  return Object.entries(themes).flatMap(([name, runs]) => playsOf(name, startCounted, runs));
}
