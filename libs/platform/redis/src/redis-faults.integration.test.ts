import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@rapport/config';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { createClient } from 'redis';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { RedisAway } from './redis-away.ts';
import { Redis } from './redis.ts';
import { script } from './script.ts';
import { connectTestRedis, redisServerOfFile } from './testing/index.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
/** The times that these tests tell apart differ by 25 ms, and a machine may be busy for longer. */
const onBusyMachines = { retry: 5 };
const count = script('count', `return redis.call('INCR', KEYS[1])`);
const server = await redisServerOfFile();
const nemesis = await createClient({ url: server.url }).connect();
const redis = await connectTestRedis(server.url, Redis);
beforeEach(async () => {
  await vi.waitFor(() => expect(redis.isAway).toBe(false), { timeout: 10_000 });
  await run();
});
afterAll(async () => {
  nemesis.destroy();
  await redis.close();
});

test('calls side by side spend the time of their request once', onBusyMachines, async () => {
  await hold(0.6 * times.redisRequestMs);
  const deadline = redis.deadline();
  await Promise.all([run(deadline), run(deadline)]);
  expect(deadline.remainingMs).toBeGreaterThan(0);
  await run(deadline);
  expect(redis.isAway).toBe(false);
});

test('one late answer fails one call, and no other', onBusyMachines, async () => {
  await hold(times.redisRequestMs + 0.5 * times.redisSecondAnswerMs);
  await expect(run()).rejects.toThrow(RedisAway);
  expect(redis.isAway).toBe(false);
  await run();
  expect(redis.isAway).toBe(false);
});

test('a request without time left is refused, and Redis is not taken for away', async () => {
  const deadline = redis.deadline();
  deadline.begin(performance.now() - times.redisRequestMs);
  await expect(run(deadline)).rejects.toThrow(RedisAway);
  expect(redis.isAway).toBe(false);
});

test('a frozen Redis costs a process one deadline and one second look, then nothing until it thaws', async () => {
  await server.freeze();
  try {
    const began = performance.now();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await expect(run()).rejects.toThrow(RedisAway);
    }
    expect(performance.now() - began).toBeLessThan(25 * times.redisRequestMs);
    await vi.waitFor(() => expect(redis.isAway).toBe(true), { timeout: 10_000 });
  } finally {
    await server.thaw();
  }
});

test('a full Redis is away until it can be written again, and says how full it is', async () => {
  await bound('1mb');
  await expect(run()).rejects.toThrow(RedisAway);
  for (let round = 0; round < 15; round += 1) {
    expect(redis.isAway).toBe(true);
    await pause(times.redisProbeMs / 10);
  }
  const metrics = new Metrics();
  const begunLater = new Redis({ url: server.url, logger: silent, metrics });
  begunLater.start();
  await vi.waitFor(async () => expect(await fullness(metrics)).toBeGreaterThan(1), { timeout: 10_000 });
  expect(begunLater.isAway).toBe(true);
  await begunLater.close();
  await bound('100mb');
  await vi.waitFor(() => expect(redis.isAway).toBe(false), { timeout: 10_000 });
  await run();
});

function run(deadline = redis.deadline()): Promise<unknown> {
  return redis.run(context, count, ['count'], [], deadline);
}

/** Freezes Redis, and lets it go on after `forMs`. */
async function hold(forMs: number): Promise<void> {
  await server.freeze();
  setTimeout(() => void server.thaw(), forMs);
}

/** Bounds the memory of Redis. An empty one uses more than a megabyte. */
async function bound(maxMemory: string): Promise<void> {
  await nemesis.configSet('maxmemory', maxMemory);
}

async function fullness(metrics: Metrics): Promise<number> {
  const text = await metrics.text();
  const [used, max] = ['used', 'max'].map((name) =>
    Number(new RegExp(`^redis_memory_${name}_bytes (.*)$`, 'm').exec(text)?.[1]),
  );
  return (used ?? 0) / (max ?? 0);
}
