import { EarlierMoment } from '@rapport/database/testing';
import type { FakedClock } from '@rapport/local-servers';
import { databasesHere } from '@rapport/local-platform';
import { codeOf } from '@rapport/testbed';
import { recoverKilledAtEachStep } from '../../nemesis/killed-recoveries.ts';
import type { Stage } from '../../stage.ts';
import { noticedMs, recoverCellOf, untilAnswered } from './around-a-restore.ts';
import { CellLife } from './cell-life.ts';

export interface RestorePlan {
  readonly lostMs: number;
  /** Takes a part of the recovery out of the databases. Without it the recovery is killed at each of its steps. */
  readonly takeOut?: (stage: Stage) => Promise<unknown>;
}

/** A cell is brought back to one moment twice, and recovered each time, while its clients and those of another one go on. */
export async function restoreCell(stage: Stage, clock: FakedClock, { lostMs, takeOut }: RestorePlan): Promise<void> {
  const life = await CellLife.begin(stage);
  const { work } = life;
  const recover = async (killing: boolean): Promise<void> => {
    await takeOut?.(stage);
    await (takeOut === undefined && killing ? recoverKilled(stage) : recoverCellOf(stage, 'cell-1'));
    await untilAnswered(work, 200, noticedMs);
  };
  const moment = await EarlierMoment.keep(await stage.platform.sqlUrl('administrator'));
  try {
    await life.goOn(lostMs);
    stage.fault('the cell is brought back, and its clock is 5 s behind', work);
    await clock.set(-5);
    await moment.bringBack();
    await life.isRefused();
    await recover(true);
    await life.isRecovered();
    const cursor = await life.cursor();
    await life.write(3_000);
    stage.fault('the cell is brought back again', work);
    await moment.bringBack();
    await life.isRefused();
    await recover(false);
    await life.isRecovered();
    await requireRefused(stage, life, cursor);
  } finally {
    await Promise.all([moment.forget(), life.endOthers()]);
  }
  await life.judge();
}

/** Its process is killed again and again until it comes to its end, for a cell that is closed and then for one that is open. */
async function recoverKilled(stage: Stage): Promise<void> {
  const access = await databasesHere(stage.platform.stateFolder);
  for (const cell of ['closed', 'open']) {
    const killed = await recoverKilledAtEachStep(access, 'cell-1');
    stage.figure(`killed recoveries of a cell that is ${cell}`, String(killed));
    stage.expect(killed >= stepsMin, `a recovery that was killed after ${killed} steps had ended`);
  }
}

/** A read that goes on from one life of the cell to another one would lack what stands in this one before the cursor. */
async function requireRefused(stage: Stage, { work }: CellLife, cursor: string): Promise<void> {
  const query = { pageSize: 1, cursor };
  const answer = await work.api.persist('GET', (customers) => customers.listCustomers({ query }));
  const got = `a cursor of before the cell was brought back is answered ${answer?.status} ${codeOf(answer?.body)}`;
  if (answer?.status === 200) {
    work.history.violate('missed', got);
  } else {
    stage.expect(codeOf(answer?.body) === 'invalid_cursor', got);
  }
}

/** The greetings of two databases, and the statements of a recovery. */
const stepsMin = 15;
