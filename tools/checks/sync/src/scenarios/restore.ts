import { EarlierMoment } from '@rapport/database/testing';
import { recordKinds } from '@rapport/crm-records';
import { asOwner, recoverCell } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { databasesHere } from '@rapport/local-platform';
import { FakedClock } from '@rapport/local-servers';
import { issueToken, Tenant, Traffic, until } from '@rapport/testbed';
import { startCheckPlatform } from '../platform/start-check-platform.ts';
import { NotPossibleHere, type Scenario } from '../scenario.ts';
import { everyClient, Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** A cell is brought back to an earlier moment. */
export const restoreScenarios: readonly Scenario[] = [
  {
    name: 'restore-of-a-cell',
    title:
      'a cell is brought back to an earlier moment, with a clock that is behind: it refuses its tenants until it is recovered, no client misses a change or keeps what is gone, and the other cell serves',
    set: 'all',
    run: restored,
  },
];

const lostMs = 600_000;
const noticedMs = 30_000;

/** Plays on a platform of its own, whose cells are on servers of their own. */
async function restored(stage: Stage): Promise<void> {
  const clock = await FakedClock.make();
  if (clock === undefined) {
    throw new NotPossibleHere('libfaketime is not installed; install the package libfaketime.');
  }
  try {
    const postgres = { environment: clock.environment };
    const platform = await startCheckPlatform({ cells: 2, postgres, say: () => undefined });
    const own = new Stage(platform, stage.scale);
    try {
      await underRestore(own, clock);
      stage.takeOver(own);
    } finally {
      await own.close();
      await platform.stop();
    }
  } finally {
    await clock.remove();
  }
}

async function underRestore(stage: Stage, clock: FakedClock): Promise<void> {
  const { platform } = stage;
  const others = await trafficOfTheOtherCell(stage);
  const work = await stage.workload();
  const { tenant } = work;
  const userId = await tenant.user();
  const widened = await tenant.client({ runAsUserId: userId });
  const plan = { mayBeTooOld: true, mayLose: true, crashes: 0 };
  const clients = [
    ...everyClient(plan).map((each) => work.client(each)),
    ...everyClient({ ...plan, visibility: { scope: 'all' } }).map((each) => work.client(each, work.apiOf(widened))),
  ];
  const everyRound = () => Promise.all(clients.map((client) => client.round()));
  await writeFor(stage, tenant, userId, 5_000, everyRound);
  const moment = await EarlierMoment.keep(await platform.sqlUrl('administrator'));
  try {
    const lost = Math.max(lostMs * stage.scale, 2 * noticedMs);
    await writeFor(stage, tenant, userId, lost / 2, everyRound);
    await tenant.changeUser(userId, { dataScope: 'all' });
    await writeFor(stage, tenant, userId, lost / 2, everyRound);
    stage.fault('the cell is brought back, and its clock is 5 s behind', work);
    await clock.set(-5);
    await moment.bringBack();
    await untilAnswered(work, 503, noticedMs);
    work.history.reads.splice(0);
    await asOwner(await databasesHere(platform.stateFolder), (database) =>
      recoverCell(untracedContext(), database, { cell: 'cell-1', counted, say: () => undefined }),
    );
    await untilAnswered(work, 200, noticedMs);
  } finally {
    await moment.forget();
  }
  work.startWriters(4, { pauseMs: 25, owners: [userId, tenant.ownerId] });
  await work.writes(60);
  await everyRound();
  await work.writes(60);
  await stage.judge(work);
  const restarts = clients.map((client) => client.restarts);
  stage.figure('times that a client had to list in full', restarts.join(', '));
  await others.stop();
  const failed = others.take().filter(({ status }) => status !== 200);
  stage.expect(failed.length === 0, `${failed.length} requests of the other cell failed`);
}

/** Writes of which nothing is judged, beside clients that go round and round. */
async function writeFor(
  stage: Stage,
  tenant: Tenant,
  userId: string,
  ms: number,
  everyRound: () => Promise<unknown>,
): Promise<void> {
  const work = await stage.workload(tenant);
  work.startWriters(4, { pauseMs: 25, owners: [userId, tenant.ownerId] });
  for (const end = performance.now() + ms; performance.now() < end;) {
    await work.writes(20);
    await everyRound();
  }
  await work.abandon();
}

async function untilAnswered(work: Workload, status: number, withinMs: number): Promise<void> {
  const isAnswered = async () => (await work.api.customers.listCustomers({ query: { pageSize: 1 } })).status === status;
  await until(isAnswered, withinMs, () => `the tenant is not answered ${status}`);
}

async function trafficOfTheOtherCell({ platform }: Stage): Promise<Traffic> {
  const tenant = await Tenant.make(platform.operator, { cell: 'cell-2' });
  const headers = { authorization: `Bearer ${await issueToken(platform.baseUrl, await tenant.client())}` };
  const asked = { origin: platform.baseUrl, method: 'GET', path: '/api/v1/customers', headers } as const;
  return Traffic.steady(10, () => asked);
}

const counted = recordKinds.flatMap(({ resource }) => (resource.isCounted ? [resource.table] : []));
