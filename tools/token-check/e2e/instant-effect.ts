import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant } from '@rapport/testbed';
import { beforeAll, test } from 'vitest';
import type { AskedApi } from '../src/bearer-load.ts';
import { newBearer, newEndings } from '../src/endings.ts';
import { playEndings } from '../src/play-endings.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);
let tenant: Tenant;
let api: AskedApi;

beforeAll(async () => {
  tenant = await Tenant.make(platform.operator);
  const replicas = (await processes.of('public-api')).map(({ url }) => url);
  api = { replicas, path: '/api/v1/customers?pageSize=1' };
});

test('under load three replicas let nothing pass that was sent after the answer', () => play((endAll) => endAll()));

test('nothing passes that was sent after the answer while Redis, killed just before, comes back empty', () =>
  play(async (endAll) => {
    const redis = await processes.of('redis');
    await processes.kill(redis);
    await endAll();
    await processes.untilReady(redis);
  }));

test('nothing passes that was sent after the answer while Redis is frozen, and when it goes on', () =>
  play(async (endAll) => {
    await processes.freeze(await processes.of('redis'));
    await endAll();
    await delay(frozenMs);
    await processes.thaw();
  }));

test('nothing passes that was sent after the answer while Redis freezes during the call and goes on after it', () =>
  play(async (endAll) => {
    const redis = await processes.of('redis');
    const ended = endAll();
    await delay(Math.random() * callMs);
    await processes.freeze(redis);
    await ended;
    await processes.thaw();
  }));

test('nothing passes that was sent after the answer when Redis froze for a moment that only some processes noticed', () =>
  play(async (endAll) => {
    const others = await newEndings(platform, tenant);
    await processes.freeze(await processes.of('redis'));
    const noticing = Promise.all(others.map((other) => other.end()));
    await delay(noticedMs);
    await processes.thaw();
    await endAll();
    await noticing;
  }));

/** A client that was not ended notices nothing. */
async function play(around: (endAll: () => Promise<void>) => Promise<void>): Promise<void> {
  await processes.untilReady();
  const endings = await newEndings(platform, tenant);
  const { token: bystander } = await newBearer(platform, tenant);
  await playEndings(processes, { api, endings, bystander }, around);
}

const frozenMs = 1_000;
/** Shorter than a call takes until it has written to Redis. */
const callMs = 8;
/** Longer than a request waits for Redis, and shorter than a copy of a state lives there. */
const noticedMs = 300;
