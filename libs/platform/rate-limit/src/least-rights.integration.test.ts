import { readdir, readFile } from 'node:fs/promises';
import { connectTestRedis, SecureRedis } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { afterAll, expect, test } from 'vitest';
import { FailureLog } from './failure-log.ts';
import { LeasedLimiter } from './leased-limiter.ts';
import { clientFields, leaseKeys, tenantFields, userFields } from './leases.ts';
import { Limiter } from './limiter.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
/** The commands of the connection itself: it finds out whether Redis is of use and how full it is, and sends scripts. */
const ofTheConnection = ['ping', 'info', 'set', 'eval', 'evalsha'];

const server = await SecureRedis.start();
const redis = await connectTestRedis(server.url);
afterAll(async () => {
  await redis.close();
  await server.end();
});

test('the user that operators are told to make has the commands that are sent, and no other', async () => {
  const files = await readdir(import.meta.dirname);
  const texts = await Promise.all(
    files.filter((name) => !name.includes('.test.')).map((name) => readFile(new URL(name, import.meta.url), 'utf8')),
  );
  const called = [...texts.join('').matchAll(/redis\.call\('([A-Z]+)'/g)].map(([, name = '']) => name.toLowerCase());
  const allowed = (await server.userCommand()).filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  expect(allowed.toSorted()).toEqual([...new Set([...ofTheConnection, ...called])].toSorted());
});

test.each([10, 6_001])('over TLS, as that user, units of a limit of %i are taken and given back', async (limit) => {
  const limiter = new Limiter(redis, new Metrics());
  const first = await limiter.take(context, `{limit}:${limit}`, limit);
  expect(first.receipt).toEqual(expect.any(String));
  await limiter.giveBack(context, `{limit}:${limit}`, first);
  expect(await limiter.take(context, `{limit}:${limit}`, limit)).toMatchObject({ remaining: limit - 1 });
  expect(redis.isAway).toBe(false);
});

test('over TLS, as that user, failures are counted, given back and cleared', async () => {
  const metrics = new Metrics();
  const log = new FailureLog(redis, metrics);
  const { receipt = '' } = await log.take(context, '{failures}', 1, 60_000);
  await log.giveBack(context, '{failures}', receipt);
  expect((await log.take(context, '{failures}', 1, 60_000)).receipt).toBeDefined();
  expect((await log.take(context, '{failures}', 1, 60_000)).receipt).toBeUndefined();
  await log.clear(context, '{failures}');
  expect((await log.take(context, '{failures}', 1, 60_000)).receipt).toBeDefined();
  expect(await metrics.text()).toContain('failure_log_insured_total 0');
});

test('over TLS, as that user, leases are published and decide about a request', async () => {
  const limiter = new LeasedLimiter(redis);
  const request = { tenant: 1, userId: 'u', epoch: 1, units: 1 };
  const publish = (key: string, fields: string[]) => limiter.publish(context, key, fields, redis.deadline());
  const user = { version: 1, state: '{}', isActive: true, epoch: 1 };
  await publish(leaseKeys.tenant(1), tenantFields({ version: 1, state: '{}', limit: 9 }));
  await publish(leaseKeys.client(1, 'c'), clientFields({ ...user, userId: 'u' }));
  await publish(leaseKeys.user(1, 'u'), userFields(user));
  const versions = { tenant: 0, client: 0, user: 0 };
  const ofClient = await limiter.admit(context, { ...request, clientId: 'c', versions }, redis.deadline());
  const ofPerson = await limiter.admitPerson(context, { ...request, limitMin: 1, versions }, redis.deadline());
  expect([ofClient, ofPerson]).toMatchObject([{ outcome: 'counted' }, { outcome: 'counted' }]);
});
