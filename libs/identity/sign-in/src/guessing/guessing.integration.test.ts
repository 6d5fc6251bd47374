import { newId } from '@rapport/kernel';
import { FailureLog } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { connectTestRedis, redisOfFile, redisServerOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { afterEach, expect, test } from 'vitest';
import { SignInKeys } from '../sign-in-keys.ts';
import { CountedInvitations } from './counted-invitations.ts';
import { Guessing, type Attempt, type Guess } from './guessing.ts';
import { ResetLimit } from './reset-limit.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const keys = new SignInKeys(Buffer.alloc(32, 1));
const quarterHourSeconds = 900;
const verified = { isVerified: true };

const server = await redisServerOfFile();
const [one, other] = [await newLog(), await newLog()];
afterEach(() => server.thaw());

async function newLog(): Promise<FailureLog> {
  return new FailureLog(await redisOfFile(server.url), new Metrics());
}

test('ten failures of an address are looked at, over all processes, and the eleventh waits for the oldest of them', async () => {
  const [guessing, elsewhere] = [new Guessing(one, keys), new Guessing(other, keys)];
  const email = newAddress();
  for (let failure = 0; failure < 10; failure += 1) {
    expect(isAllowed(await (failure % 2 ? elsewhere : guessing).begin(context, guessAt(email)))).toBe(true);
  }
  const { stop } = await guessing.begin(context, guessAt(email.toUpperCase()));
  expect(stop?.reason).toBe('too_many_failures');
  expect(stop?.retryAfterSeconds).toBeGreaterThan(quarterHourSeconds - 10);
  expect(stop?.retryAfterSeconds).toBeLessThanOrEqual(quarterHourSeconds);
});

test('of forty attempts at once ten are looked at', async () => {
  const guessing = new Guessing(one, keys);
  const email = newAddress();
  const attempts = await Promise.all(Array.from({ length: 40 }, () => guessing.begin(context, guessAt(email))));
  expect(attempts.filter(isAllowed)).toHaveLength(10);
});

test('a hundred failures from one caller are looked at, whatever address each names, and a success takes none of them back', async () => {
  const guessing = new Guessing(one, keys);
  const address = `caller-${newId()}`;
  const attempts = await Promise.all(
    Array.from({ length: 100 }, () => guessing.begin(context, { address, email: newAddress() })),
  );
  expect(attempts.filter(isAllowed)).toHaveLength(100);
  expect(isAllowed(await guessing.begin(context, { address, email: newAddress() }))).toBe(false);
  await attempts[0]?.succeeded(verified);
  expect(isAllowed(await guessing.begin(context, { address, email: newAddress() }))).toBe(true);
  expect(isAllowed(await guessing.begin(context, { address, email: newAddress() }))).toBe(false);
});

test('a caller that is stopped costs the address nothing', async () => {
  const guessing = new Guessing(one, keys);
  const [address, email] = [`caller-${newId()}`, newAddress()];
  await Promise.all(Array.from({ length: 100 }, () => guessing.begin(context, { address, email: newAddress() })));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await guessing.begin(context, { address, email });
  }
  expect(isAllowed(await guessing.begin(context, guessAt(email)))).toBe(true);
});

test('a success clears the failures of the address, and a dropped attempt is none', async () => {
  const guessing = new Guessing(one, keys);
  const email = newAddress();
  for (let round = 0; round < 2; round += 1) {
    for (let failure = 0; failure < 9; failure += 1) {
      expect(isAllowed(await guessing.begin(context, guessAt(email)))).toBe(true);
    }
    await (await guessing.begin(context, guessAt(email))).dropped();
    await (await guessing.begin(context, guessAt(email))).succeeded(verified);
  }
});

test('a success of an identity that is not verified is no failure, and takes no failure of its address away', async () => {
  const guessing = new Guessing(one, keys);
  const email = newAddress();
  for (let failure = 0; failure < 9; failure += 1) {
    await guessing.begin(context, guessAt(email));
  }
  for (let success = 0; success < 3; success += 1) {
    await (await guessing.begin(context, guessAt(email))).succeeded({ isVerified: false });
  }
  expect(isAllowed(await guessing.begin(context, guessAt(email)))).toBe(true);
  expect(isAllowed(await guessing.begin(context, guessAt(email)))).toBe(false);
});

test('a known browser has ten failures of its own', async () => {
  const guessing = new Guessing(one, keys);
  const email = newAddress();
  await Promise.all(Array.from({ length: 20 }, () => guessing.begin(context, guessAt(email))));
  const known = { ...guessAt(email), known: { browser: newId(), identityId: newId() } };
  const attempts = await Promise.all(Array.from({ length: 11 }, () => guessing.begin(context, known)));
  expect(attempts.filter(isAllowed)).toHaveLength(10);
});

test('known browsers of an identity have thirty failures together, of which a success takes back its own alone', async () => {
  const [guessing, identityId] = [new Guessing(one, keys), newId()];
  const guess = () => guessing.begin(context, { ...guessAt(newAddress()), known: { browser: newId(), identityId } });
  const attempts = await Promise.all(Array.from({ length: 31 }, guess));
  expect(attempts.filter(isAllowed)).toHaveLength(30);
  await attempts.find(isAllowed)?.succeeded(verified);
  expect([isAllowed(await guess()), isAllowed(await guess())]).toEqual([true, false]);
  const other = { ...guessAt(newAddress()), known: { browser: newId(), identityId: newId() } };
  expect(isAllowed(await guessing.begin(context, other))).toBe(true);
});

test('three hundred right passwords of one caller are looked at, over all processes and in known browsers too; failures and dropped attempts are none of them', async () => {
  const [guessing, elsewhere] = [new Guessing(one, keys), new Guessing(other, keys)];
  const [address, email] = [`caller-${newId()}`, newAddress()];
  const begin = (attempt: number) =>
    (attempt % 2 ? elsewhere : guessing).begin(context, {
      ...{ address, email },
      known: attempt % 3 ? undefined : { browser: newId(), identityId: newId() },
    });
  for (let success = 0; success < 300; success += 1) {
    await (await begin(success)).succeeded(verified);
    if (success % 100 === 0) {
      await (await begin(success)).failed();
      await (await begin(success)).dropped();
    }
  }
  const [first, known] = [await begin(1), await begin(0)];
  expect([first.stop?.reason, known.stop?.reason]).toEqual(['too_many_successes', 'too_many_successes']);
  expect(first.stop?.retryAfterSeconds).toBeGreaterThan(quarterHourSeconds - 120);
  const attempts = await Promise.all(Array.from({ length: 11 }, () => guessing.begin(context, guessAt(email))));
  expect(attempts.filter(isAllowed)).toHaveLength(10);
});

test('while Redis is frozen each process goes on with what it saw, and lets no address be guessed without an end', async () => {
  const redis = await connectTestRedis(server.url, Redis);
  const guessing = new Guessing(new FailureLog(redis, new Metrics()), keys);
  const email = newAddress();
  for (let failure = 0; failure < 6; failure += 1) {
    await guessing.begin(context, guessAt(email));
  }
  await server.freeze();
  const attempts: Attempt[] = [];
  for (let failure = 0; failure < 20; failure += 1) {
    attempts.push(await guessing.begin(context, guessAt(email)));
  }
  expect(attempts.filter(isAllowed)).toHaveLength(4);
  expect(attempts.at(-1)?.stop?.retryAfterSeconds).toBeGreaterThan(quarterHourSeconds - 30);
  await redis.close();
});

test('an address gets five mails of a reset in an hour, and a caller asks for a hundred', async () => {
  const resets = new ResetLimit(one, keys);
  const email = newAddress();
  const asked = await Promise.all(Array.from({ length: 6 }, (_, index) => resets.allows(context, `${index}`, email)));
  expect(asked.filter(Boolean)).toHaveLength(5);
  const address = `caller-${newId()}`;
  const many = await Promise.all(Array.from({ length: 101 }, () => resets.allows(context, address, newAddress())));
  expect(many.filter(Boolean)).toHaveLength(100);
});

test('an address gets five invitations in an hour, of all tenants and however it is spelled', async () => {
  const [here, elsewhere] = [new CountedInvitations(one, keys), new CountedInvitations(other, keys)];
  const email = newAddress();
  const invite = (index: number) =>
    (index % 2 ? here : elsewhere).take(context, {
      ...{ tenantId: newId(), joinedUsers: 1 },
      email: index % 3 ? email : email.toUpperCase(),
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => invite(index)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const later = { 'retry-after': expect.stringMatching(/^3[56]\d\d$/) as string };
  await expect(invite(0)).rejects.toMatchObject({ code: 'rate_limited', headers: later });
});

test('a tenant sends 200 invitations in a day beyond its joined users, and none that is refused counts', async () => {
  const invitations = new CountedInvitations(one, keys);
  const [tenantId, email] = [newId(), newAddress()];
  const invite = (address: string) => invitations.take(context, { tenantId, email: address, joinedUsers: 3 });
  const ofOne = await Promise.allSettled(Array.from({ length: 20 }, () => invite(email)));
  const ofMany = await Promise.allSettled(Array.from({ length: 210 }, () => invite(newAddress())));
  const sent = [...ofOne, ...ofMany].filter(({ status }) => status === 'fulfilled');
  expect(sent).toHaveLength(203);
  const refused = await invite(newAddress()).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('organisation') as string });
  const untouched = newAddress();
  await Promise.allSettled(Array.from({ length: 5 }, () => invite(untouched)));
  await invitations.take(context, { tenantId: newId(), email: untouched, joinedUsers: 0 });
});

function isAllowed({ stop }: Attempt): boolean {
  return stop === undefined;
}

/** A guess from a caller that has made no other. */
function guessAt(email: string): Guess {
  return { address: `caller-${newId()}`, email };
}

function newAddress(): string {
  return `person-${newId()}@example.test`;
}
