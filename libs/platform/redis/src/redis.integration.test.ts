import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Redis } from './redis.ts';
import { script } from './script.ts';
import { connectTestRedis, SecureRedis } from './testing/index.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const echo = script('echo', 'return ARGV[1]');
describe.each(['in the clear', 'over TLS of a private authority, as the user that operators are told to make'])(
  '%s',
  (way) => {
    let secure: SecureRedis | undefined;
    let redis: Redis;

    beforeAll(async () => {
      secure = way === 'in the clear' ? undefined : await SecureRedis.start();
      redis = await connectTestRedis(secure?.url ?? inject('redisUrl'), Redis);
      await redis.run(context, echo, [], ['known']);
    });

    afterAll(async () => {
      await redis.close();
      await secure?.end();
    });

    test('the waits of a request for anything else are not taken from the time that it has for Redis', async () => {
      const deadline = redis.deadline();
      expect(await redis.run(context, echo, [], ['one'], deadline)).toBe('one');
      await delay(times.redisRequestMs + 50);
      expect(deadline.remainingMs).toBeGreaterThan(0);
      expect(await redis.run(context, echo, [], ['two'], deadline)).toBe('two');
      expect(redis.isAway).toBe(false);
    });

    test('an answer that came while the process was busy is an answer', async () => {
      const answer = redis.run(context, echo, [], ['late']);
      await new Promise((resolve) => setImmediate(resolve));
      beBusy();
      expect(await answer).toBe('late');
      expect(redis.isAway).toBe(false);
    });

    test('a command that could not leave while the process was busy is waited for, and the time is not taken from the request', async () => {
      const deadline = redis.deadline();
      const answer = redis.run(context, echo, [], ['late'], deadline);
      beBusy();
      expect(await answer).toBe('late');
      expect(redis.isAway).toBe(false);
      expect(deadline.remainingMs).toBeGreaterThan(0);
    });

    test('the calls of one request share the time that it has for Redis', async () => {
      const deadline = redis.deadline();
      const before = deadline.remainingMs;
      await redis.run(context, echo, [], ['one'], deadline);
      expect(deadline.remainingMs).toBeLessThan(before);
    });
  },
);

function beBusy(): void {
  const until = performance.now() + 2 * times.redisRequestMs;
  while (performance.now() < until) {}
}
