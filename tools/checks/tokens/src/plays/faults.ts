import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Traffic } from '@rapport/testbed';
import { twentyClients, under, type CheckedPlatform, type TokenRuns } from '../checked-platform.ts';
import { gotTokens, kindsOf, tokenTraffic } from '../token-traffic.ts';

/** The counts in Redis stay. */
export const faultsOfOthers: TokenRuns = {
  'PostgreSQL is killed: a request gets its token or a 503, and no process has to be restarted': askedSteadily(
    async ({ processes }, load) => {
      const before = await processes.names('token-service');
      const postgres = await processes.of('postgres');
      await processes.kill(postgres);
      await processes.untilReady(postgres);
      gotTokens(await aSecondLater(load));
      assert.deepEqual(otherKinds(load, ['200', '503 service_unavailable']), []);
      assert.deepEqual(await processes.names('token-service'), before);
    },
  ),
  'a token service is killed: the other one answers, and a request under way gets a 503 or loses its connection':
    askedSteadily(async ({ processes }, load) => {
      const victims = (await processes.of('token-service')).slice(0, 1);
      const killedAt = performance.now();
      await processes.kill(victims);
      await processes.untilGone(victims);
      await processes.untilReady(victims);
      gotTokens(await aSecondLater(load));
      const cut = load.within(0).filter(({ status }) => status === 0);
      assert.ok(
        cut.every(({ endedAt }) => endedAt >= killedAt),
        'a request was cut before the kill',
      );
      // Half of all requests would be cut until the successor is ready if the edge went on sending them to the one that is gone.
      assert.ok(cut.length < perSecond / 5, `${cut.length} requests were cut`);
      assert.deepEqual(otherKinds(load, ['0', '200', '503 service_unavailable']), []);
    }),
};

export const faultsOfRedis: TokenRuns = {
  'Redis is killed: every request gets its token, before, during and after': askedSteadily(
    async ({ processes }, load) => {
      const redis = await processes.of('redis');
      await processes.kill(redis);
      await processes.untilReady(redis);
      await delay(1_000);
      await load.stop();
      gotTokens(load.within(0));
    },
  ),
  'Redis is frozen: every request gets its token, and soon none waits for Redis': askedSteadily(
    async ({ platform, processes }, load) => {
      const waitedBefore = await waitsForRedis(platform);
      const redis = await processes.of('redis');
      await processes.freeze(redis);
      const from = performance.now();
      await delay(frozenMs);
      const during = load.within(from);
      const waits = (await waitsForRedis(platform)) - waitedBefore;
      await processes.thaw(redis);
      await delay(1_000);
      await load.stop();
      gotTokens(load.within(0));
      // None would be answered if requests waited for a Redis that is frozen, and each would wait once if none knew of it.
      assert.ok(during.length > perSecond, `${during.length} requests were answered`);
      assert.ok(waits < during.length / 2, `${waits} of ${during.length} requests waited`);
    },
  ),
};

function askedSteadily(run: (on: CheckedPlatform, load: Traffic) => Promise<void>): TokenRuns[string] {
  return under(async (on) => tokenTraffic(on.platform.baseUrl, await twentyClients(on), perSecond), run);
}

/** Ends the requests two seconds later, and gives those of the last one. */
async function aSecondLater(load: Traffic) {
  await delay(1_000);
  const from = performance.now();
  await delay(1_000);
  await load.stop();
  return load.within(from);
}

function otherKinds(load: Traffic, kinds: readonly string[]): string[] {
  return Object.keys(kindsOf(load.within(0))).filter((kind) => !kinds.includes(kind));
}

/** A request has waited for Redis in vain so often. */
async function waitsForRedis(platform: CheckedPlatform['platform']): Promise<number> {
  const { services } = await platform.status();
  const counts = services
    .filter(({ name }) => name === 'token-service')
    .map(async ({ managementUrl }) => {
      const text = await (await fetch(`${managementUrl}/metrics`)).text();
      return Number(/^redis_away_total\{reason="deadline"\} (\d+)/m.exec(text)?.[1] ?? 0);
    });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const perSecond = 50;
const frozenMs = 3_000;
