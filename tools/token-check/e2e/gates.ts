import { setTimeout as delay } from 'node:timers/promises';
import { done, type Ending, outcomeOf, Processes, Tenant, type Traffic } from '@rapport/testbed';
import { expect } from 'vitest';
import { newBearer } from '../src/endings.ts';
import { newPerson } from '../src/people-endings.ts';
import type { Around } from '../src/together.ts';
import { bearerTraffic, secretTraffic, untilUnderLoad } from '../src/token-traffic.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);
const served = '200';
const closed = '403 subscription_required';

interface Surface {
  readonly name: string;
  readonly replicas: readonly string[];
  readonly load: Traffic;
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
    expect(outcomesOf(load.within(0, calledAt)), `${name} before`).toEqual([served]);
    expect(outcomesOf(load.within(closedAt, Infinity)), `${name} after`).toEqual([cancelled]);
  }
}

async function surfacesOf(tenant: Tenant): Promise<Surface[]> {
  const replicasOf = async (service: string) => (await processes.of(service)).map(({ url }) => url);
  const [publicApi, applicationApi] = [await replicasOf('public-api'), await replicasOf('application-api')];
  const tokenService = await replicasOf('token-service');
  const { client, token } = await newBearer(platform, tenant);
  const person = await (await newPerson(platform, tenant)).newToken();
  const customers = bearerTraffic({ replicas: publicApi, path: '/api/v1/customers?pageSize=1' }, token);
  const me = bearerTraffic({ replicas: applicationApi, path: '/api/v1/user/me' }, person);
  return [
    { name: 'the public API', replicas: publicApi, load: customers, cancelled: closed },
    { name: 'the application API', replicas: applicationApi, load: me, cancelled: closed },
    {
      name: 'the token endpoint',
      replicas: tokenService,
      load: secretTraffic(tokenService, client),
      cancelled: served,
    },
  ];
}

function untilSent(surfaces: readonly Surface[], from: number): Promise<unknown> {
  return Promise.all(surfaces.map(({ name, load, replicas }) => untilUnderLoad(load, replicas, from, name)));
}

function outcomesOf(endings: readonly Ending[]): string[] {
  return [...new Set(endings.map(outcomeOf))];
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
