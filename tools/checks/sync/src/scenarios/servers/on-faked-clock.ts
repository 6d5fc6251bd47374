import { FakedClock } from '@rapport/local-servers';
import type { PlatformPlan } from '@rapport/testbed';
import { startCheckPlatform } from '../../platform/start-check-platform.ts';
import { NotPossibleHere } from '../../scenario.ts';
import { Stage } from '../../stage.ts';

/**
 * Plays on a platform of its own, because a process gets its faked clock when it starts. This PostgreSQL is a process,
 * whatever RAPPORT_SERVERS says, because the library that moves the clock lies on this machine.
 */
export async function onFakedClock(
  stage: Stage,
  plan: Pick<PlatformPlan, 'cells'>,
  play: (stage: Stage, clock: FakedClock) => Promise<void>,
): Promise<void> {
  const clock = await FakedClock.make();
  if (clock === undefined) {
    throw new NotPossibleHere('libfaketime is not installed; install the package libfaketime.');
  }
  try {
    const postgres = { environment: clock.environment };
    const platform = await startCheckPlatform({ ...plan, postgres, say: () => undefined });
    const own = new Stage(platform, stage.scale);
    try {
      await play(own, clock);
      stage.takeOver(own);
    } finally {
      await own.close();
      await platform.stop();
    }
  } finally {
    await clock.remove();
  }
}
