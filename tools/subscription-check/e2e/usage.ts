import { setTimeout as delay } from 'node:timers/promises';
import { done, issueToken, newSession, Processes, Tenant, Traffic, until } from '@rapport/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CountedTraffic, noCounts, plus, type Callers, type Counts } from '../src/counted-traffic.ts';
import { dayOf, nextMidnight, type PlatformClock } from '../src/platform-clock.ts';
import { clock, platform } from './checked-platform.ts';

const processes = new Processes(platform);

let asking: Asking;
let overMidnight: OverMidnight | undefined;

// Counts are written every ten seconds, which pass while other checks have their turn.
beforeAll(async () => {
  overMidnight = clock && (await sendOverMidnight(clock));
  asking = await keepAsking();
});
afterAll(() => asking.traffic.stop());

describe.each([
  ['sign-ups', () => import('./sign-ups.ts')],
  ['locks of provisionings', () => import('./provisioning-locks.ts')],
  ['acts by chance', () => import('./acts-by-chance.ts')],
  ['no subscription service', () => import('./stopped-service.ts')],
])('%s', async (_, load) => {
  await load();
});

test('a process that is killed lacks at most its last ten seconds', async () => {
  const { tenant, victims, traffic, beganAt } = asking;
  await untilPassed(beganAt, writeEveryMs + busyMs + 5_000);
  await processes.kill(victims);
  const killedAt = performance.now();
  await traffic.stop();
  const answered = traffic.within(0).filter(({ status }) => status === 200);
  await processes.untilGone(victims);
  const counted = (await usageOf(tenant)).reduce((sum, { requests }) => sum + requests, 0);
  const sure = answered.filter(({ endedAt }) => endedAt < killedAt - writeEveryMs - busyMs).length;
  expect(sure).toBeGreaterThan(30);
  expect(counted).toBeGreaterThanOrEqual(sure);
  // The last request may have been counted without an answer.
  expect(counted).toBeLessThanOrEqual(answered.length + 1);
  await processes.untilReady(victims);
});

test.skipIf(clock === undefined)(
  'the usage of mixed traffic over midnight is what its callers counted, on the day on which each was answered',
  async () => {
    const { tenant, traffic, midnight, stoppedAt } = overMidnight ?? expect.fail('there is no clock');
    expect(traffic.otherwise).toEqual([]);
    const [before, after] = [traffic.answeredBefore(midnight), traffic.sentAfter(midnight)];
    expect(Math.min(before.requests, after.requests)).toBeGreaterThanOrEqual(enough);
    // Nothing is missing, and nothing comes later: a batch that is sent again counts once.
    await untilPassed(stoppedAt, 2 * (writeEveryMs + busyMs));
    const days = await usageOf(tenant);
    expect(days.reduce(plus, noCounts)).toEqual(plus(traffic.total, { tokensIssued: 1 }));
    const [first, second] = days.slice(-2);
    expect([first?.day, second?.day]).toEqual([dayOf(midnight - 1), dayOf(midnight)]);
    // A request that was under way at midnight is on either day.
    for (const name of Object.keys(noCounts) as (keyof Counts)[]) {
      expect(first?.[name], name).toBeGreaterThanOrEqual(before[name]);
      expect(second?.[name], name).toBeGreaterThanOrEqual(after[name]);
    }
    const { recordsCreated, recordsDeleted } = traffic.total;
    expect(second).toMatchObject({ records: recordsCreated - recordsDeleted, users: 2 });
  },
);

type Asking = Awaited<ReturnType<typeof keepAsking>>;
type OverMidnight = Awaited<ReturnType<typeof sendOverMidnight>>;

/** Asks one process until it is stopped. */
async function keepAsking() {
  const tenant = await Tenant.make(platform.operator);
  const headers = { authorization: `Bearer ${await issueToken(platform.baseUrl, await tenant.client())}` };
  const victims = (await processes.of('public-api')).slice(0, 1);
  const asked = {
    origin: victims[0]?.url ?? '',
    method: 'GET',
    path: '/api/v1/customers?pageSize=1',
    headers,
  } as const;
  const traffic = Traffic.repeat([() => asked], { pauseMs });
  return { tenant, victims, traffic, beganAt: performance.now() };
}

/** Enough mixed requests before the next midnight, and as many after it. */
async function sendOverMidnight(time: PlatformClock) {
  const tenant = await Tenant.make(platform.operator);
  const [callers, asked] = [await callersOf(tenant), await replicas()];
  const midnight = nextMidnight(time.now);
  const traffic = new CountedTraffic(callers, asked, () => time.now);
  const untilEnough = (sent: () => Counts): Promise<void> =>
    until(
      () => sent().requests >= enough || traffic.otherwise.length > 0,
      60_000,
      () => `${JSON.stringify(sent())} is not enough`,
    );
  await untilEnough(() => traffic.total);
  await time.stepTo(midnight - beforeMidnightMs);
  await untilEnough(() => traffic.sentAfter(midnight));
  await traffic.stop();
  return { tenant, traffic, midnight, stoppedAt: performance.now() };
}

function untilPassed(from: number, ms: number): Promise<void> {
  return delay(Math.max(0, from + ms - performance.now()));
}

async function usageOf({ id }: Tenant) {
  return done(await platform.operator.listUsage({ params: { tenantId: id } }), 200).days;
}

async function replicas() {
  const urlsOf = async (service: string) => (await processes.of(service)).map(({ url }) => url);
  const found = {
    publicApi: await urlsOf('public-api'),
    applicationApi: await urlsOf('application-api'),
    tokenService: await urlsOf('token-service'),
  };
  expect(Object.values(found).map(({ length }) => length)).toEqual([2, 2, 2]);
  return found;
}

/** They have got one token of a client by then. */
async function callersOf(tenant: Tenant): Promise<Callers> {
  const { baseUrl } = platform;
  const client = await tenant.client();
  const { accessToken } = await newSession(baseUrl, await tenant.person({ role: 'administrator' }));
  return { client, clientToken: await issueToken(baseUrl, client), personToken: accessToken };
}

const writeEveryMs = 10_000;
/** The time that a write of counts takes on a machine that has other work. */
const busyMs = 2_000;
/** Longer than it takes until every process has the time of a step. */
const beforeMidnightMs = 3_000;
const enough = 100;
const pauseMs = 50;
