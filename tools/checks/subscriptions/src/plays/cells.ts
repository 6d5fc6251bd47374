import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import {
  done,
  issueToken,
  nameOf,
  newEmail,
  newName,
  Tenant,
  Traffic,
  until,
  type NamedProcess,
} from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';

export const cells: SubscriptionRuns = {
  'a second cell takes tenants once it is open, and where none is, nothing is written': inTheOpenCell,
  'a killed PostgreSQL of one cell fails no request of a tenant of the other, also while services start anew':
    besideOneThatIsAway,
};

async function inTheOpenCell({ platform: { operator } }: CountedPlatform): Promise<void> {
  const create = async () => {
    const body = { organisationName: newName(), ownerEmail: newEmail() };
    const answer = await operator.createTenant({ body });
    return answer.status === 201 ? cellOf(answer.body.tenantId) : answer.status;
  };
  const cellOf = async (tenantId: string) => done(await operator.getTenant({ params: { tenantId } }), 200).cell;
  const listed = async () => done(await operator.listCells(), 200).cells;
  const outcomes: unknown[] = [(await listed()).map(({ name, isOpen }) => [name, isOpen]), await create()];
  done(await operator.openCell({ params: { cell: 'cell-2' }, body: { tenantsMax: 1 } }), 200);
  outcomes.push(await create(), await create());
  done(await operator.closeCell({ params: { cell: 'cell-1' } }), 200);
  const before = await listed();
  outcomes.push(await create());
  assert.deepEqual(await listed(), before);
  done(await operator.openCell({ params: { cell: 'cell-1' }, body: {} }), 200);
  done(await operator.closeCell({ params: { cell: 'cell-2' } }), 200);
  const closed = [
    ['cell-1', true],
    ['cell-2', false],
  ];
  assert.deepEqual(outcomes, [closed, 'cell-1', 'cell-2', 'cell-1', 503]);
}

async function besideOneThatIsAway({ platform, processes }: CountedPlatform): Promise<void> {
  const { baseUrl, operator } = platform;
  const body = { organisationName: newName(), ownerEmail: newEmail(), cell: 'cell-2' };
  const { tenantId } = done(await operator.createTenant({ body }), 201);
  const cellIsAway = async () => done(await operator.getTenant({ params: { tenantId } }), 200).schemaVersion === null;
  const token = await issueToken(baseUrl, await (await Tenant.make(operator)).client());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const asked = { origin: baseUrl, path: '/api/v1/customers', headers } as const;
  const traffic = Traffic.steady(50, (number) =>
    number % 2 === 0
      ? { ...asked, method: 'GET' }
      : { ...asked, method: 'POST', body: JSON.stringify({ name: newName() }) },
  );
  const stopping = new AbortController();
  const killing = keepAway(processes, 'postgres-2', stopping.signal);
  try {
    await until(cellIsAway, 30_000, () => 'the second cell is not away');
    for (const process of await processes.of('public-api')) {
      await processes.terminate([process]);
      await until(
        async () => (await processes.of('public-api')).every((each) => isAnew(each, process)),
        60_000,
        () => 'a process of the public API did not start anew',
      );
    }
    assert.ok(await cellIsAway());
  } finally {
    stopping.abort();
    await killing;
    await traffic.stop();
    await processes.untilReady();
  }
  const statuses = traffic.take().map(({ status }) => status);
  assert.deepEqual(Object.keys(Object.groupBy(statuses, String)).toSorted(), ['200', '201']);
}

function isAnew(found: NamedProcess, former: NamedProcess): boolean {
  return found.state === 'ready' && nameOf(found) !== nameOf(former);
}

/** The platform starts a killed server again, so it is killed as often as it is there. */
export async function keepAway(
  processes: CountedPlatform['processes'],
  server: string,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await processes.kill(await processes.of(server));
    await delay(200);
  }
}
