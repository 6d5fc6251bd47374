import { setTimeout as delay } from 'node:timers/promises';
import { EarlierMoment } from '@rapport/database/testing';
import { recordKinds } from '@rapport/crm-records';
import { asOwner, recoverCell, recoverControl } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { databasesHere } from '@rapport/local-platform';
import type { FakedClock } from '@rapport/local-servers';
import { issueToken, Tenant, Traffic, until } from '@rapport/testbed';
import { Client } from 'pg';
import { askInvariants } from '../../invariants/ask-invariants.ts';
import type { Scenario } from '../../scenario.ts';
import { everyClient, plainClients, type Stage } from '../../stage.ts';
import type { Workload } from '../../workload.ts';
import { onFakedClock } from './on-faked-clock.ts';

/** A cell is brought back to an earlier moment. */
export const restoreScenarios: readonly Scenario[] = [
  {
    name: 'restore-of-a-cell',
    title:
      'a cell is brought back to an earlier moment, with a clock that is behind: it refuses its tenants until it is recovered, no client misses a change or keeps what is gone, and the other cell serves',
    set: 'all',
    run: (stage) => onFakedClock(stage, twoCells, underRestore),
  },
  {
    name: 'restore-to-three-moments',
    title:
      'control and two cells are brought back to three moments and recovered: what must be true of a tenant is, and nothing is answered 500',
    set: 'all',
    run: (stage) => onFakedClock(stage, twoCells, toThreeMoments),
  },
];

/** Each on a server of its own. */
const twoCells = { cells: 2 };
const lostMs = 600_000;
const noticedMs = 30_000;

async function underRestore(stage: Stage, clock: FakedClock): Promise<void> {
  const { platform } = stage;
  const others = await trafficOf(stage, await Tenant.make(platform.operator, { cell: 'cell-2' }));
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
    stage.expect((await turnsLost(stage)) > 2, 'the alert does not see that the cell lost commits');
    work.history.reads.splice(0);
    await recover(stage, 'cell-1');
    await untilAnswered(work, 200, noticedMs);
  } finally {
    await Promise.all([moment.forget(), others.stop()]);
  }
  work.startWriters(4, { pauseMs: 25, owners: [userId, tenant.ownerId] });
  await work.writes(60);
  await everyRound();
  await work.writes(60);
  await stage.judge(work);
  const restarts = clients.map((client) => client.restarts);
  stage.figure('times that a client had to list in full', restarts.join(', '));
  const failed = others.take().filter(({ status }) => status !== 200);
  stage.expect(failed.length === 0, `${failed.length} requests of the other cell failed`);
}

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
  await recover(stage, 'cell-1');
  await recover(stage, 'cell-2');
  const open = () => platform.query('select from control.cell_work', [], 'administrator of control');
  await until(
    async () => (await open()).length === 0,
    noticedMs,
    () => 'work in the cells is left',
  );
}

async function askOf(stage: Stage, cellUrl: string, tenant: Tenant): Promise<void> {
  const cell = new Client({ connectionString: cellUrl });
  const control = await stage.platform.connect('administrator of control');
  try {
    await cell.connect();
    stage.violations.push(...(await askInvariants({ cell, control }, tenant)));
  } finally {
    await Promise.all([cell.end(), control.end()]);
  }
}

/** The addresses of the databases for the administrator of their servers. */
async function administratorUrls({ platform }: Stage): Promise<Record<'control' | 'first' | 'second', string>> {
  const { controlUrl, cells } = await databasesHere(platform.stateFolder);
  const [first = '', second = ''] = Object.values(cells);
  const at = (server: string, url: string) => Object.assign(new URL(server), { pathname: new URL(url).pathname }).href;
  const [one, two] = [await platform.origin('postgres'), await platform.origin('postgres-2')];
  return { control: at(one, controlUrl), first: at(one, first), second: at(two, second) };
}

async function recover({ platform }: Stage, cell: string): Promise<void> {
  await asOwner(await databasesHere(platform.stateFolder), (database) =>
    recoverCell(untracedContext(), database, { cell, counted, say: () => undefined }),
  );
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
  const ask = () => work.api.send('GET', (customers) => customers.listCustomers({ query: { pageSize: 1 } }));
  const isAnswered = async () => (await ask())?.status === status;
  await until(isAnswered, withinMs, () => `the tenant is not answered ${status}`);
}

/** The metric of the alert, as a process that refuses shows it. */
async function turnsLost({ platform }: Stage): Promise<number> {
  const { services } = await platform.status();
  const refusing = services.find(({ name }) => name === 'public-api');
  const text = await (await fetch(`${refusing?.managementUrl}/metrics`)).text();
  return Number(/^database_cell_turns_lost\{cell="cell-1"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

async function trafficOf({ platform }: Stage, tenant: Tenant): Promise<Traffic> {
  const headers = { authorization: `Bearer ${await issueToken(platform.baseUrl, await tenant.client())}` };
  const asked = { origin: platform.baseUrl, method: 'GET', path: '/api/v1/customers', headers } as const;
  return Traffic.steady(10, () => asked);
}

const counted = recordKinds.flatMap(({ resource }) => (resource.isCounted ? [resource.table] : []));
