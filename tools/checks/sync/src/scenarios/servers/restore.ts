import { setTimeout as delay } from 'node:timers/promises';
import { EarlierMoment } from '@rapport/database/testing';
import { asOwner, recoverControl } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { databasesHere } from '@rapport/local-platform';
import { Tenant } from '@rapport/testbed';
import type { Breach } from '../../history/history.ts';
import type { Scenario } from '../../scenario.ts';
import { plainClients, type Stage } from '../../stage.ts';
import {
  askOf,
  noticedMs,
  recoverCellOf,
  trafficOf,
  untilAnswered,
  untilNoWork,
  writeFor,
} from './around-a-restore.ts';
import { onFakedClock } from './on-faked-clock.ts';
import { restoreCell } from './restored-cell.ts';

/** A cell is brought back to an earlier moment. */
export const restoreScenarios: readonly Scenario[] = [
  {
    name: 'restore-of-a-cell',
    title:
      'a cell is brought back to an earlier moment, with a clock that is behind, and its recovery is killed at each step: it refuses its tenants until it is recovered, no client misses a change or keeps what is gone, and the other cell serves',
    set: 'all',
    run: (stage) =>
      onFakedClock(stage, twoCells, (own, clock) =>
        restoreCell(own, clock, { lostMs: Math.max(600_000 * stage.scale, lostMsMin) }),
      ),
  },
  {
    name: 'restore-to-three-moments',
    title:
      'control and two cells are brought back to three moments and recovered: what must be true of a tenant is, and nothing is answered 500',
    set: 'all',
    run: (stage) => onFakedClock(stage, twoCells, toThreeMoments),
  },
];

export interface IncompleteRecovery {
  readonly name: string;
  /** The behaviour of a cell that is recovered so. */
  readonly title: string;
  readonly scenario: Scenario;
  readonly shows: readonly Breach[];
}

/** Recoveries of which one part is taken out. */
export const incompleteRecoveries: readonly IncompleteRecovery[] = [
  incomplete(
    'clocks',
    'clocks of a restored cell that are not raised',
    'administrator',
    `create or replace function cell.recover_tenant(number int, counted bigint, tables text[], out clock bigint, out records bigint)
language sql as 'select 0::bigint, 0::bigint'`,
  ),
  incomplete(
    'views',
    'views of a restored cell that get no new number',
    'administrator of control',
    `create or replace procedure control.renew_views(of_cell text) language sql as ''`,
  ),
  incomplete(
    'epoch',
    'epochs of a restored cell that control does not remember',
    'administrator of control',
    'update control.cell set epoch = 1',
  ),
];

function incomplete(
  part: string,
  title: string,
  role: 'administrator' | 'administrator of control',
  text: string,
): IncompleteRecovery {
  const takeOut = ({ platform }: Stage) => platform.query(text, [], role);
  const name = `restore-${part}`;
  const run = (stage: Stage) =>
    onFakedClock(stage, twoCells, (own, clock) => restoreCell(own, clock, { lostMs: lostMsMin, takeOut }));
  return { name, title, scenario: { name, title, set: 'all', run }, shows: ['missed'] };
}

/** Each on a server of its own. */
const twoCells = { cells: 2 };
/** The cell counts more turns in it than the two that may be lost without a notice. */
const lostMsMin = 2 * noticedMs;

/** Each database forgets what came behind its moment: a tenant's user, a tenant, a tenant's records. */
async function toThreeMoments(stage: Stage): Promise<void> {
  const { platform } = stage;
  const [work, inSecond] = [await stage.workload(), await Tenant.make(platform.operator, { cell: 'cell-2' })];
  const traffic = [await trafficOf(stage, work.tenant), await trafficOf(stage, inSecond)];
  const urls = await administratorUrls(stage);
  const clients = plainClients({ mayBeTooOld: true, mayLose: true }).map((plan) => work.client(plan));
  const live = async (): Promise<void> => {
    const userId = await work.tenant.user();
    await writeFor(stage, work.tenant, userId, 3_000, () => Promise.all(clients.map((client) => client.round())));
    await work.tenant.changeUser(userId, { dataScope: 'all' });
    await inSecond.changeUser(await inSecond.user(), { dataScope: 'all' });
  };
  const moments: EarlierMoment[] = [];
  try {
    const younger: Tenant[] = [];
    for (const [url, isControl] of [[urls.second], [urls.control, true], [urls.first]] as const) {
      moments.push(await EarlierMoment.keep(url, isControl));
      await stage.processes.untilReady();
      await live();
      younger.push(await Tenant.make(platform.operator, { cell: 'cell-2' }));
    }
    await live();
    await delay(2 * noticedMs * Math.max(stage.scale, 0.6));
    stage.fault('control and both cells are brought back to three moments', work);
    for (const moment of moments) {
      await moment.bringBack();
    }
    await recoverAll(stage);
    await untilAnswered(work, 200, noticedMs);
    work.history.reads.splice(0);
    await askOf(stage, urls.first, work.tenant);
    for (const tenant of [inSecond, ...younger.slice(0, 1)]) {
      await askOf(stage, urls.second, tenant);
    }
  } finally {
    await Promise.all([...moments.map((moment) => moment.forget()), ...traffic.map((each) => each.stop())]);
  }
  work.startWriters(2, { pauseMs: 25 });
  await work.writes(40);
  await stage.judge(work);
  const failed = traffic.flatMap((each) => each.take()).filter(({ status }) => status === 500);
  stage.expect(failed.length === 0, `${failed.length} requests were answered 500`);
}

/** Control comes before its cells. It ends when the cells have all that control has to bring them. */
async function recoverAll(stage: Stage): Promise<void> {
  const { platform } = stage;
  await asOwner(await databasesHere(platform.stateFolder), (database) =>
    recoverControl(untracedContext(), database, 0),
  );
  await recoverCellOf(stage, 'cell-1');
  await recoverCellOf(stage, 'cell-2');
  await untilNoWork(stage);
}

/** The addresses of the databases for the administrator of their servers. */
async function administratorUrls({ platform }: Stage): Promise<Record<'control' | 'first' | 'second', string>> {
  const { controlUrl, cells } = await databasesHere(platform.stateFolder);
  const [first = '', second = ''] = Object.values(cells);
  const at = (server: string, url: string) => Object.assign(new URL(server), { pathname: new URL(url).pathname }).href;
  const [one, two] = [await platform.origin('postgres'), await platform.origin('postgres-2')];
  return { control: at(one, controlUrl), first: at(one, first), second: at(two, second) };
}
