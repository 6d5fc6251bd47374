import { setTimeout as pause } from 'node:timers/promises';
import { FakedClock } from '@rapport/local-servers';
import { redisOfFile, redisServerOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { afterAll, afterEach, expect, test } from 'vitest';
import { LeasedLimiter, type Fill } from './leased-limiter.ts';
import { Limiter } from './limiter.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const hour = 3_600;
/** With the cell of 100 ms that a limit above 6,000 is counted in. */
const windowMs = 60_100;
const lease = 2_000;
const fillTakenFor = 500;
// A clock can be faked only from the start of its server, and only that of a process, which this Redis always is.
const clock = await FakedClock.make();
afterAll(() => clock?.remove());
const server = await redisServerOfFile(clock && { environment: clock.redisEnvironment });
const redis = await redisOfFile(server.url);
const [limiter, leased] = [new Limiter(redis, new Metrics()), new LeasedLimiter(redis)];
afterEach(() => clock?.set(0));

const withFakedClock = test.skipIf(clock === undefined);

withFakedClock.for([
  [25, -hour],
  [25, hour],
  [7_000, -hour],
  [7_000, hour],
] as const)(
  'a caller that used up its %i waits for no longer than a window when the clock steps by %i s',
  async ([limit, step]) => {
    const key = newKey();
    await limiter.take(context, key, limit, limit);
    expect((await limiter.take(context, key, limit)).isTaken).toBe(false);
    await clock?.set(step);
    const { isTaken, waitMs } = await limiter.take(context, key, limit, limit);
    expect([isTaken, waitMs <= windowMs]).toEqual([true, true]);
    const refused = await limiter.take(context, key, limit);
    expect([refused.isTaken, refused.waitMs <= windowMs]).toEqual([false, true]);
  },
);

withFakedClock('a lease that was put before the clock went back does not hold', async () => {
  const fill = await filled();
  expect(await admit(fill)).toBe('counted');
  await clock?.set(-hour);
  expect(await admit(fill)).toBe('load');
});

withFakedClock('a lease that was put while the clock was ahead does not hold either', async () => {
  await clock?.set(hour);
  const fill = await filled();
  expect(await admit(fill)).toBe('counted');
  await clock?.set(0);
  expect(await admit(fill)).toBe('load');
});

withFakedClock('a lease that was put before the clock went back keeps no state away that control has now', async () => {
  const fill = await filled();
  await clock?.set(-hour);
  const older = {
    ...fill,
    missedAt: await missed(fill),
    leases: { ...fill.leases, client: { ...fill.leases.client, version: 1 } },
  };
  expect(await admit(older, older)).toBe('counted');
});

withFakedClock('a fill whose miss lies in the future is not taken', async () => {
  const fill = newLeases();
  const missedAt = await missed(fill);
  await clock?.set(-hour);
  await pause(fillTakenFor + 50);
  expect(await admit(fill, { ...fill, missedAt })).toBe('load');
});

withFakedClock('after a step back a lease lives for its two seconds again', async () => {
  const fill = await filled();
  await clock?.set(-hour);
  const anew = { ...fill, missedAt: await missed(fill) };
  expect(await admit(anew, anew)).toBe('counted');
  await pause(lease + 50);
  expect(await admit(anew)).toBe('load');
});

/** Leases that were put just now. */
async function filled(): Promise<Fill> {
  const leases = newLeases();
  const fill = { ...leases, missedAt: await missed(leases) };
  expect(await admit(fill, fill)).toBe('counted');
  return fill;
}

async function missed(fill: Fill): Promise<string> {
  const answer = await ask(fill);
  return answer.outcome === 'load' ? answer.missedAt : expect.fail(`It was no miss but ${answer.outcome}.`);
}

async function admit(known: Fill, fill?: Fill): Promise<string> {
  return (await ask(known, fill)).outcome;
}

function ask({ leases }: Fill, fill?: Fill) {
  const { userId, state: clientId, epoch } = leases.client;
  const versions = { tenant: 0, client: 0, user: 0 };
  const request = { tenant: Number(leases.tenant.version), clientId, userId, epoch, units: 1, versions };
  return leased.admit(context, request, redis.deadline(), fill);
}

let seeded = 0;

/** A principal of its own tenant, whose number is its version and whose client's id is its state. */
function newLeases(): Fill {
  seeded += 1;
  const [clientId, userId] = [`client-${seeded}`, `user-${seeded}`];
  return {
    missedAt: '',
    leases: {
      tenant: { version: seeded, state: '{}', limit: 600 },
      client: { version: 2, state: clientId, userId, epoch: 1, isActive: true },
      user: { version: 1, state: '{}', isActive: true, epoch: 1 },
    },
  };
}

function newKey(): string {
  seeded += 1;
  return `{test-${seeded}}`;
}
