import { newId, untracedContext } from '@rapport/kernel';
import { FailureLog } from '@rapport/rate-limit';
import type { Redis } from '@rapport/redis';
import { connectTestRedis } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SignupKeys } from './signup-keys.ts';
import { SignupLimits, type SignupBounds } from './signup-limits.ts';

const context = untracedContext();
const many = { perCallerInHour: 1_000_000, perEmailInDay: 1_000_000, allInHour: 1_000_000, unverifiedMax: 1_000_000 };

let redises: Redis[];

beforeAll(async () => {
  redises = await Promise.all([1, 2].map(() => connectTestRedis(inject('redisUrl'))));
});
afterAll(() => Promise.all(redises.map((redis) => redis.close())));

test('a caller signs up as often as it may, over all processes, and what is too many is not counted for the address', async () => {
  const processes = processesWith({ perCallerInHour: 4, perEmailInDay: 5 });
  const [address, email] = [newId(), newEmail()];
  expect(await takeAll(processes, 7, () => ({ address, email }))).toEqual({ taken: 4, waits: [3_600, 3_600, 3_600] });
  expect(await takeAll(processes, 2, () => ({ address: newId(), email }))).toEqual({ taken: 1, waits: [86_400] });
});

test('all spellings of an e-mail address count as one, and what is too many is not counted for the caller', async () => {
  const processes = processesWith({ perCallerInHour: 4, perEmailInDay: 3 });
  const [address, email] = [newId(), newEmail()];
  const spellings = [email, email.toUpperCase()];
  const spelled = await takeAll(processes, 5, (index) => ({ address, email: spellings[index % 2] ?? '' }));
  expect(spelled).toEqual({ taken: 3, waits: [86_400, 86_400] });
  expect((await takeAll(processes, 2, () => ({ address, email: newEmail() }))).taken).toBe(1);
});

test('what is too many for the installation is counted for nobody', async () => {
  const [address, email] = [newId(), newEmail()];
  await takeAll(processesWith({}), 1, () => ({ address: newId(), email: newEmail() }));
  const full = processesWith({ allInHour: 1 });
  expect((await takeAll(full, 2, () => ({ address, email }))).taken).toBe(0);
  const open = processesWith({ perCallerInHour: 1, perEmailInDay: 1 });
  expect((await takeAll(open, 1, () => ({ address, email }))).taken).toBe(1);
});

test('of many sign-ups at once no more are taken than may be', async () => {
  const processes = processesWith({ perCallerInHour: 20 });
  const address = newId();
  const all = await Promise.allSettled(
    processes.flatMap((limits) =>
      Array.from({ length: 30 }, () => limits.take(context, { address, email: newEmail() })),
    ),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

function processesWith(bounds: Partial<SignupBounds>): SignupLimits[] {
  const keys = new SignupKeys(Buffer.alloc(32, 1));
  return redises.map((redis) => new SignupLimits(new FailureLog(redis, new Metrics()), keys, { ...many, ...bounds }));
}

/** Sign-ups one after the other, at the processes in turn: how many are taken, and how many seconds the others are to wait. */
async function takeAll(
  processes: readonly SignupLimits[],
  count: number,
  signupOf: (index: number) => { address: string; email: string },
): Promise<{ taken: number; waits: number[] }> {
  const waits: number[] = [];
  for (let index = 0; index < count; index += 1) {
    try {
      await processes[index % processes.length]?.take(context, signupOf(index));
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' });
      waits.push(Math.ceil(Number((error as { headers: Record<string, string> }).headers['retry-after']) / 60) * 60);
    }
  }
  return { taken: count - waits.length, waits };
}

function newEmail(): string {
  return `owner-${newId()}@example.test`;
}
