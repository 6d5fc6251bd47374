import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, Processes, Tenant, type Traffic } from '@rapport/testbed';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { kindsOf, tokenTraffic } from '../src/token-traffic.ts';
import { platform } from './checked-platform.ts';

const perSecond = 50;

const processes = new Processes(platform);
let clients: Credentials[];
let load: Traffic;

/** The counts in Redis stay. */
export function faultsOfOthers(): void {
  askSteadily();

  test('PostgreSQL is killed: a request gets its token or a 503, and no process has to be restarted', async () => {
    const before = await processes.names('token-service');
    const postgres = await processes.of('postgres');
    await processes.kill(postgres);
    await processes.untilReady(postgres);
    await delay(1_000);
    const from = performance.now();
    await delay(1_000);
    await load.stop();
    const kinds = Object.keys(kindsOf(load.within(0)));
    expect(kinds.filter((kind) => !['200', '503 service_unavailable'].includes(kind))).toEqual([]);
    const after = load.within(from);
    expect(kindsOf(after)).toEqual({ '200': after.length });
    expect(await processes.names('token-service')).toEqual(before);
  });

  test('a token service is killed: the other one answers, and a request under way gets a 503 or loses its connection', async () => {
    const victims = (await processes.of('token-service')).slice(0, 1);
    const killedAt = performance.now();
    await processes.kill(victims);
    await processes.untilGone(victims);
    await processes.untilReady(victims);
    await delay(1_000);
    const from = performance.now();
    await delay(1_000);
    await load.stop();
    const cut = load.within(0).filter(({ status }) => status === 0);
    expect(cut.filter(({ endedAt }) => endedAt < killedAt)).toEqual([]);
    // Half of all requests would be cut until the successor is ready if the edge went on sending them to the one that is gone.
    expect(cut.length).toBeLessThan(perSecond / 5);
    const kinds = Object.keys(kindsOf(load.within(0)));
    expect(kinds.filter((kind) => !['0', '200', '503 service_unavailable'].includes(kind))).toEqual([]);
    const after = load.within(from);
    expect(kindsOf(after)).toEqual({ '200': after.length });
  });
}

export function faultsOfRedis(): void {
  askSteadily();

  test('Redis is killed: every request gets its token, before, during and after', async () => {
    const redis = await processes.of('redis');
    await processes.kill(redis);
    await processes.untilReady(redis);
    await delay(1_000);
    await load.stop();
    const all = load.within(0);
    expect(kindsOf(all)).toEqual({ '200': all.length });
  });

  test('Redis is frozen: every request gets its token, and soon none waits for Redis', async () => {
    const waitedBefore = await waitsForRedis();
    const redis = await processes.of('redis');
    await processes.freeze(redis);
    const from = performance.now();
    await delay(frozenMs);
    const during = load.within(from);
    const waits = (await waitsForRedis()) - waitedBefore;
    await processes.thaw(redis);
    await delay(1_000);
    await load.stop();
    const all = load.within(0);
    expect(kindsOf(all)).toEqual({ '200': all.length });
    // None would be answered if requests waited for a Redis that is frozen, and each would wait once if none knew of it.
    expect(during.length).toBeGreaterThan(perSecond);
    expect(waits).toBeLessThan(during.length / 2);
  });
}

/** Each test of the group finds tokens asked for at a steady rate, and leaves a platform that is whole. */
function askSteadily(): void {
  beforeAll(async () => {
    const tenant = await Tenant.make(platform.operator);
    clients = await Promise.all(Array.from({ length: 20 }, () => tenant.client()));
  });
  beforeEach(async () => {
    load = tokenTraffic(platform.baseUrl, clients, perSecond);
    await delay(1_000);
  });
  afterEach(async () => {
    await load.stop();
    await processes.thaw();
    await processes.untilReady();
  });
}

/** A request has waited for Redis in vain so often. */
async function waitsForRedis(): Promise<number> {
  const { services } = await platform.status();
  const counts = services
    .filter(({ name }) => name === 'token-service')
    .map(async ({ managementUrl }) => {
      const text = await (await fetch(`${managementUrl}/metrics`)).text();
      return Number(/^redis_away_total\{reason="deadline"\} (\d+)/m.exec(text)?.[1] ?? 0);
    });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const frozenMs = 3_000;
