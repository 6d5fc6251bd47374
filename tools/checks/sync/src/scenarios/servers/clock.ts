import { FakedClock } from '@rapport/local-servers';
import { startCheckPlatform } from '../../platform/start-check-platform.ts';
import { NotPossibleHere, type Scenario } from '../../scenario.ts';
import { everyClient, Stage } from '../../stage.ts';

/** The wall clock of the database jumps. */
export const clockScenarios: readonly Scenario[] = [
  {
    name: 'jumping-clock',
    title:
      'the wall clock of PostgreSQL goes back 5 s, forward an hour and back again while clients write: no client misses a change',
    set: 'all',
    run: jumpingClock,
  },
];

const jumps = [-5, 0, 3_600, 0, 60, -60, 0] as const;

/**
 * Plays on a platform of its own, because a process gets its faked clock when it starts. This PostgreSQL is a process,
 * whatever RAPPORT_SERVERS says, because the library that moves the clock lies on this machine.
 */
async function jumpingClock(stage: Stage): Promise<void> {
  const clock = await FakedClock.make();
  if (clock === undefined) {
    throw new NotPossibleHere('libfaketime is not installed; install the package libfaketime.');
  }
  try {
    const platform = await startCheckPlatform({ postgres: { environment: clock.environment }, say: () => undefined });
    const own = new Stage(platform, stage.scale);
    try {
      await underJumps(own, clock);
      stage.takeOver(own);
    } finally {
      await own.close();
      await platform.stop();
    }
  } finally {
    await clock.remove();
  }
}

async function underJumps(stage: Stage, clock: FakedClock): Promise<void> {
  const work = await stage.workload();
  work.startWriters(6, { pauseMs: 25 });
  work.startClients(everyClient());
  await work.writes(50);
  const sql = await stage.platform.connect();
  try {
    for (const seconds of jumps) {
      stage.fault(`the clock is ${seconds} s away`, work);
      await clock.set(seconds);
      const { rows } = await sql.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
      const away = (rows[0]?.now ?? 0) - Date.now() / 1_000;
      stage.expect(Math.abs(away - seconds) < 2, `the clock should be ${seconds} s away, and is ${away.toFixed(1)}`);
      await work.writes(60);
    }
  } finally {
    await sql.end();
  }
  await work.rounds(2);
  await stage.judge(work);
}
