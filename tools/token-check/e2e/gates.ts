import { setTimeout as delay } from 'node:timers/promises';
import { done, Processes, Tenant, until } from '@rapport/testbed';
import { expect } from 'vitest';
import { BearerLoad } from '../src/bearer-load.ts';
import { newBearer } from '../src/endings.ts';
import { newPerson } from '../src/people-endings.ts';
import type { ReplicaLoad, Sent } from '../src/replica-load.ts';
import { SecretLoad } from '../src/secret-load.ts';
import type { Around } from '../src/together.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);
const served = '200';
const closed = '403 subscription_required';

interface Surface {
  readonly name: string;
  readonly replicas: readonly string[];
  readonly load: ReplicaLoad;
  /** The answer to a cancelled tenant. */
  readonly cancelled: string;
}

/** A cancelled tenant meets its gates on every replica of each surface. */
export async function meetGates(around: Around): Promise<void> {
  const tenant = await Tenant.make(platform.operator);
  const surfaces = await surfacesOf(tenant);
  let [calledAt, closedAt] = [Infinity, Infinity];
  try {
    await untilSent(surfaces, 0);
    await around(async () => {
      const params = { tenantId: tenant.id };
      calledAt = performance.now();
      done(await platform.operator.cancelSubscription({ params, body: { effective: 'now' } }), 200);
      closedAt = performance.now();
      await untilSent(surfaces, closedAt);
    });
    await delay(watchMs);
    await untilSent(surfaces, performance.now());
  } finally {
    await processes.thaw();
    await Promise.all(surfaces.map(({ load }) => load.stop()));
  }
  for (const { name, load, replicas, cancelled } of surfaces) {
    expect(replicas.length, name).toBeGreaterThanOrEqual(2);
    expect(outcomesOf(load.sentWithin(0, calledAt)), `${name} before`).toEqual([served]);
    expect(outcomesOf(load.sentWithin(closedAt, Infinity)), `${name} after`).toEqual([cancelled]);
  }
}

async function surfacesOf(tenant: Tenant): Promise<Surface[]> {
  const replicasOf = async (service: string) => (await processes.of(service)).map(({ url }) => url);
  const [publicApi, applicationApi] = [await replicasOf('public-api'), await replicasOf('application-api')];
  const tokenService = await replicasOf('token-service');
  const { client, token } = await newBearer(platform, tenant);
  const person = await (await newPerson(platform, tenant)).newToken();
  const customers = new BearerLoad({ replicas: publicApi, path: '/api/v1/customers?pageSize=1' }, token);
  const me = new BearerLoad({ replicas: applicationApi, path: '/api/v1/user/me' }, person);
  return [
    { name: 'the public API', replicas: publicApi, load: customers, cancelled: closed },
    { name: 'the application API', replicas: applicationApi, load: me, cancelled: closed },
    {
      name: 'the token endpoint',
      replicas: tokenService,
      load: new SecretLoad(tokenService, client),
      cancelled: served,
    },
  ];
}

/** Waits until each replica has answered enough requests that were sent after this time. */
function untilSent(surfaces: readonly Surface[], from: number): Promise<void> {
  const behind = () =>
    surfaces.filter(({ load, replicas }) =>
      replicas.some((replica) => load.sentWithin(from, Infinity, replica).length < enough),
    );
  return until(
    () => behind().length === 0,
    30_000,
    () =>
      `not under load: ${behind()
        .map(({ name }) => name)
        .join(', ')}`,
  );
}

function outcomesOf(sent: readonly Sent[]): string[] {
  return [...new Set(sent.map(({ status, code }) => (code === undefined ? `${status}` : `${status} ${code}`)))];
}

const enough = 5;
/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
