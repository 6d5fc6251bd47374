import type { FakedClock } from '@rapport/local-servers';
import type { Scenario } from '../../scenario.ts';
import { everyClient, type Stage } from '../../stage.ts';
import { onFakedClock } from './on-faked-clock.ts';

/** The wall clock of the database jumps. */
export const clockScenarios: readonly Scenario[] = [
  {
    name: 'jumping-clock',
    title:
      'the wall clock of PostgreSQL goes back 5 s, forward an hour and back again while clients write: no client misses a change',
    set: 'all',
    run: (stage) => onFakedClock(stage, {}, underJumps),
  },
];

const jumps = [-5, 0, 3_600, 0, 60, -60, 0] as const;

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
