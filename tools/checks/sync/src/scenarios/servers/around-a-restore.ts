import { countedResources } from '@rapport/crm-records';
import { asOwner, recoverCell } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { databasesHere } from '@rapport/local-platform';
import { issueToken, Traffic, until, type Tenant } from '@rapport/testbed';
import { Client } from 'pg';
import { askInvariants } from '../../invariants/ask-invariants.ts';
import type { Stage } from '../../stage.ts';
import type { Workload } from '../../workload.ts';

/** A cell that lost commits is noticed, and one that was recovered is let in, within so long. */
export const noticedMs = 30_000;

/** Recovers a cell in this process. */
export async function recoverCellOf({ platform }: Stage, cell: string): Promise<void> {
  await asOwner(await databasesHere(platform.stateFolder), (database) =>
    recoverCell(untracedContext(), database, { cell, counted, say: () => undefined }),
  );
}

/** Writes of which nothing is judged, beside clients that go round and round. */
export async function writeFor(
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

export async function untilAnswered(work: Workload, status: number, withinMs: number): Promise<void> {
  const ask = () => work.api.send('GET', (customers) => customers.listCustomers({ query: { pageSize: 1 } }));
  const isAnswered = async () => (await ask())?.status === status;
  await until(isAnswered, withinMs, () => `the tenant is not answered ${status}`);
}

export async function trafficOf({ platform }: Stage, tenant: Tenant): Promise<Traffic> {
  const headers = { authorization: `Bearer ${await issueToken(platform.baseUrl, await tenant.client())}` };
  const asked = { origin: platform.baseUrl, method: 'GET', path: '/api/v1/customers', headers } as const;
  return Traffic.steady(10, () => asked);
}

/** Waits until control has brought everything to the cells. */
export async function untilNoWork({ platform }: Stage): Promise<void> {
  const open = () => platform.query('select from control.cell_work', [], 'administrator of control');
  await until(
    async () => (await open()).length === 0,
    noticedMs,
    () => 'work in the cells is left',
  );
}

/** Asks the invariants of a tenant in its cell. */
export async function askOf(stage: Stage, cellUrl: string, tenant: Tenant): Promise<void> {
  const cell = new Client({ connectionString: cellUrl });
  const control = await stage.platform.connect('administrator of control');
  try {
    await cell.connect();
    stage.violations.push(...(await askInvariants({ cell, control }, tenant)));
  } finally {
    await Promise.all([cell.end(), control.end()]);
  }
}

const counted = countedResources.map(({ table }) => table);
