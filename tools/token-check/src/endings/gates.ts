import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { done, type Ending, outcomeOf, Tenant, type Traffic } from '@rapport/testbed';
import type { CheckedPlatform } from '../checked-platform.ts';
import { bearerTraffic, secretTraffic, untilUnderLoad } from '../token-traffic.ts';
import { replicasOf } from './end-access.ts';
import { newBearer } from './endings.ts';
import { newPerson } from './people-endings.ts';
import { watchMs } from './subject.ts';
import type { Around } from './together.ts';

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
export async function meetGates(on: CheckedPlatform, around: Around): Promise<void> {
  const { operator } = on.platform;
  const tenant = await Tenant.make(operator);
  const surfaces = await surfacesOf(on, tenant);
  let [calledAt, closedAt] = [Infinity, Infinity];
  try {
    await untilSent(surfaces, 0);
    await around(async () => {
      const params = { tenantId: tenant.id };
      calledAt = performance.now();
      done(await operator.cancelSubscription({ params, body: { effective: 'now' } }), 200);
      closedAt = performance.now();
      await untilSent(surfaces, closedAt);
    });
    await delay(watchMs);
    await untilSent(surfaces, performance.now());
  } finally {
    await on.processes.thaw();
    await Promise.all(surfaces.map(({ load }) => load.stop()));
  }
  for (const { name, load, replicas, cancelled } of surfaces) {
    assert.ok(replicas.length >= 2, `${name} has ${replicas.length} replicas`);
    assert.deepEqual([`${name} before`, ...outcomesOf(load.within(0, calledAt))], [`${name} before`, served]);
    assert.deepEqual([`${name} after`, ...outcomesOf(load.within(closedAt))], [`${name} after`, cancelled]);
  }
}

async function surfacesOf(on: CheckedPlatform, tenant: Tenant): Promise<Surface[]> {
  const [publicApi, applicationApi] = [await replicasOf(on, 'public-api'), await replicasOf(on, 'application-api')];
  const tokenService = await replicasOf(on, 'token-service');
  const { client, token } = await newBearer(on.platform, tenant);
  const person = await (await newPerson(on.platform, tenant)).newToken();
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
