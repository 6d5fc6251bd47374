import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from '@rapport/redis';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { expect, inject, test } from 'vitest';
import { Limiter } from './limiter.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const redis = await redisOfFile();
const limiter = new Limiter(redis, new Metrics());

test.each([25, 7_000])('of more requests at once than a limit of %i exactly that many get through', async (limit) => {
  const key = newKey();
  let taken = 0;
  for (let sent = 0; sent < limit + 15; sent += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => limiter.take(context, key, limit)));
    taken += answers.filter((answer) => answer.isTaken).length;
  }
  expect(taken).toBe(limit);
});

test.each([10, 6_001])('what remains of %i counts down, and a refused request takes nothing', async (limit) => {
  const key = newKey();
  const first = await limiter.take(context, key, limit, limit - 1);
  const tooMuch = await limiter.take(context, key, limit, 2);
  const last = await limiter.take(context, key, limit);
  const over = await limiter.take(context, key, limit);
  expect([first, tooMuch, last, over].map(({ isTaken, remaining }) => [isTaken, remaining])).toEqual([
    [true, 1],
    [false, 1],
    [true, 0],
    [false, 0],
  ]);
});

test('a request for no units gets the number that is left and takes nothing', async () => {
  const key = newKey();
  await limiter.take(context, key, 5, 3);
  expect((await limiter.take(context, key, 5, 0)).remaining).toBe(2);
  expect((await limiter.take(context, key, 5, 0)).remaining).toBe(2);
});

test.each([3, 6_003])('a unit of %i that is given back is free again, and only that one', async (limit) => {
  const key = newKey();
  await limiter.take(context, key, limit, limit - 1);
  const last = await limiter.take(context, key, limit);
  await limiter.giveBack(context, key, last);
  const answers = [await limiter.take(context, key, limit), await limiter.take(context, key, limit)];
  expect(answers.map(({ isTaken }) => isTaken)).toEqual([true, false]);
});

test.each([3, 6_003])('the wait of a refused request ends when the oldest unit of %i leaves', async (limit) => {
  const key = newKey();
  const began = performance.now();
  await limiter.take(context, key, limit, limit);
  await sleep(300);
  const { waitMs } = await limiter.take(context, key, limit);
  expect(waitMs).toBeGreaterThan(60_000 - 100 - (performance.now() - began));
  expect(waitMs).toBeLessThanOrEqual(60_000);
});

test('more units than the limit holds at all are never given', async () => {
  expect((await limiter.take(context, newKey(), 5, 6)).isTaken).toBe(false);
  expect((await limiter.take(context, newKey(), 6_005, 6_006)).isTaken).toBe(false);
});

test('a Redis that freezes costs one request its deadline and the others nothing, what it had counted counts on, and it is used again when it thaws', async () => {
  const line = await freezableLine(inject('redisUrl'));
  const metrics = new Metrics();
  const link = new Redis({ url: line.url, logger: silent, metrics });
  link.start();
  await untilThere(link);
  const behind = new Limiter(link, new Metrics());
  const key = newKey();
  expect((await behind.take(context, key, 5)).remaining).toBe(4);

  line.freeze();
  const alone = [];
  for (let n = 0; n < 60; n += 1) {
    alone.push(await behind.take(context, key, 5));
  }
  // Some may wait while the process looks a second time.
  const waits = /^redis_away_total\{reason="deadline"\} (\d+)$/m.exec(await metrics.text())?.[1];
  expect(Number(waits)).toBeLessThan(alone.length / 4);
  expect(alone.map((answer) => answer.isTaken)).toEqual([true, true, true, true, ...Array<boolean>(56).fill(false)]);

  line.thaw();
  await untilThere(link);
  expect((await behind.take(context, newKey(), 5)).remaining).toBe(4);
  await link.close();
  line.close();
});

/** A line to Redis that can stop carrying anything, as a line to a frozen server does. */
async function freezableLine(redisUrl: string) {
  const target = new URL(redisUrl);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    sockets.push(near, far);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(redisUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze: () => sockets.forEach((socket) => socket.pause()),
    thaw: () => sockets.forEach((socket) => socket.resume()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

async function untilThere(link: Redis): Promise<void> {
  while (link.isAway) {
    await sleep(10);
  }
}

let keys = 0;
function newKey(): string {
  keys += 1;
  return `{test${process.pid}-${keys}}`;
}
