import { randomInt } from 'node:crypto';
import { newId, untracedContext } from '@rapport/kernel';
import { FailureLog } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { SignupKeys } from './signup-keys.ts';
import { SignupLimits } from './signup-limits.ts';
import type { SignupSettings } from './signup-variables.ts';
import { manySignups } from './testing/bind-signups.ts';

const context = untracedContext();

const redises = await Promise.all([1, 2].map(() => redisOfFile()));

test('a caller signs up as often as it may, over all processes, and what is too many is not counted for the address', async () => {
  const processes = processesWith({ SIGNUPS_PER_ADDRESS_IN_HOUR: 4, SIGNUPS_PER_EMAIL_IN_DAY: 5 });
  const [address, email] = [newId(), newEmail()];
  expect(await takeAll(processes, 7, () => ({ address, email }))).toEqual({ taken: 4, waits: [3_600, 3_600, 3_600] });
  expect(await takeAll(processes, 2, () => ({ address: newId(), email }))).toEqual({ taken: 1, waits: [86_400] });
});

test('all spellings of an e-mail address count as one, and what is too many is not counted for the caller', async () => {
  const processes = processesWith({ SIGNUPS_PER_ADDRESS_IN_HOUR: 4, SIGNUPS_PER_EMAIL_IN_DAY: 3 });
  const [address, email] = [newId(), newEmail()];
  const spellings = [email, email.toUpperCase()];
  const spelled = await takeAll(processes, 5, (index) => ({ address, email: spellings[index % 2] ?? '' }));
  expect(spelled).toEqual({ taken: 3, waits: [86_400, 86_400] });
  expect((await takeAll(processes, 2, () => ({ address, email: newEmail() }))).taken).toBe(1);
});

test('the /64s of an IPv6 /48 sign up as often in an hour as it may, and what is too many is not counted for the /64', async () => {
  const processes = processesWith({ SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: 4, SIGNUPS_PER_ADDRESS_IN_HOUR: 3 });
  const network = `2001:db8:${randomInt(0x1_00_00).toString(16)}`;
  const from = (shares: readonly string[]) => (index: number) => ({
    address: `${shares[index % shares.length]}::`,
    email: newEmail(),
  });
  const shares = ['1', '2', '3', '4', '5'].map((share) => `${network}:${share}`);
  expect(await takeAll(processes, 7, from(shares))).toEqual({ taken: 4, waits: [3_600, 3_600, 3_600] });
  expect((await takeAll(processes, 2, from([`2001:db9:0:1`]))).taken).toBe(2);
  const open = processesWith({ SIGNUPS_PER_ADDRESS_IN_HOUR: 1 });
  expect((await takeAll(open, 1, from([shares[4] ?? '']))).taken).toBe(1);
});

test('the addresses of an IPv4 /24 have no bound of an hour in common', async () => {
  const processes = processesWith({ SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: 1, SIGNUPS_PER_ADDRESS_IN_HOUR: 1 });
  const network = [203, randomInt(256), randomInt(256)].join('.');
  const all = await takeAll(processes, 5, (index) => ({ address: `${network}.${index}`, email: newEmail() }));
  expect(all.taken).toBe(5);
});

test.each([
  ['an IPv4 /24', '198.51.100.1', '198.51.100.2', '198.51.101.1'],
  ['an IPv6 /48', '2001:db8:7:1::', '2001:db8:7:2::', '2001:db8:8:1::'],
])(
  'an e-mail address is used up within %s alone, until that is used up which it has over all',
  async (_network, address, neighbour, elsewhere) => {
    const processes = processesWith({ SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: 2, SIGNUPS_PER_EMAIL_IN_DAY: 3 });
    const email = newEmail();
    const near = await takeAll(processes, 4, (index) => ({ address: index % 2 ? address : neighbour, email }));
    expect(near).toEqual({ taken: 2, waits: [86_400, 86_400] });
    const far = await takeAll(processes, 2, () => ({ address: elsewhere, email }));
    expect(far).toEqual({ taken: 1, waits: [86_400] });
    // A sign-up that was too many over all was not counted for the network.
    const wider = processesWith({ SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: 2 });
    expect((await takeAll(wider, 2, () => ({ address: elsewhere, email }))).taken).toBe(1);
  },
);

test('each refusal says whose limit it is, how long to wait, and that nothing was made', async () => {
  const refusals: readonly [Partial<SignupSettings>, said: string][] = [
    [{ SIGNUPS_PER_ADDRESS_IN_HOUR: 1 }, 'Your network address has signed up as often in an hour as may be'],
    [{ SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: 1 }, 'Your network has signed up as often in an hour as may be'],
    [
      { SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: 1 },
      'In your network this e-mail address has signed up as often in a day as may be',
    ],
    [{ SIGNUPS_PER_EMAIL_IN_DAY: 1 }, 'This e-mail address has signed up as often in a day as may be'],
  ];
  for (const [bounds, said] of refusals) {
    const [limits = expect.fail('no process')] = processesWith(bounds);
    const signup = { address: `2001:db8:${randomInt(0x1_00_00).toString(16)}:1::`, email: newEmail() };
    await limits.take(context, signup);
    const refusal = await limits.take(context, signup).catch((error: unknown) => error);
    expect((refusal as Error).message).toMatch(new RegExp(`^${said}; try again in \\d+ seconds. Nothing was made.$`));
  }
});

test('what is too many for the installation is counted for nobody', async () => {
  const [address, email] = [newId(), newEmail()];
  await takeAll(processesWith({}), 1, () => ({ address: newId(), email: newEmail() }));
  const full = processesWith({ SIGNUPS_IN_HOUR: 1 });
  expect((await takeAll(full, 2, () => ({ address, email }))).taken).toBe(0);
  const open = processesWith({ SIGNUPS_PER_ADDRESS_IN_HOUR: 1, SIGNUPS_PER_EMAIL_IN_DAY: 1 });
  expect((await takeAll(open, 1, () => ({ address, email }))).taken).toBe(1);
});

test('of many sign-ups at once no more are taken than may be', async () => {
  const processes = processesWith({ SIGNUPS_PER_ADDRESS_IN_HOUR: 20 });
  const address = newId();
  const all = await Promise.allSettled(
    processes.flatMap((limits) =>
      Array.from({ length: 30 }, () => limits.take(context, { address, email: newEmail() })),
    ),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

function processesWith(bounds: Partial<SignupSettings>): SignupLimits[] {
  const keys = new SignupKeys(Buffer.alloc(32, 1));
  return redises.map(
    (redis) => new SignupLimits(new FailureLog(redis, new Metrics()), keys, { ...manySignups, ...bounds }),
  );
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
