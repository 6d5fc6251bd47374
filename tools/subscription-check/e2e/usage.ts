import { setTimeout as delay } from 'node:timers/promises';
import { anyAddress, Browser, done, issueToken, newEmail, Processes, signIn, Tenant, until } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { CountedTraffic, noCounts, plus, type Callers, type Counts } from '../src/counted-traffic.ts';
import { dayOf, nextMidnight } from '../src/platform-clock.ts';
import { clock, platform } from './checked-platform.ts';

const processes = new Processes(platform);

test('a process that is killed lacks at most its last ten seconds', async () => {
  const tenant = await Tenant.make(platform.operator);
  const token = await issueToken(platform.baseUrl, await tenant.client());
  const victims = (await processes.of('public-api')).slice(0, 1);
  const [victim] = victims;
  const answeredAt: number[] = [];
  let killedAt = Infinity;
  const asking = (async () => {
    const headers = { authorization: `Bearer ${token}` };
    while (killedAt === Infinity) {
      const answer = await fetch(`${victim?.url}/api/v1/customers?pageSize=1`, { headers }).catch(() => undefined);
      if (answer?.ok === true) {
        answeredAt.push(performance.now());
      }
      await delay(20);
    }
  })();
  await delay(writeEveryMs + busyMs + 5_000);
  await processes.kill(victims);
  killedAt = performance.now();
  await asking;
  await processes.untilGone(victims);
  const counted = (await usageOf(tenant)).reduce((sum, { requests }) => sum + requests, 0);
  const sure = answeredAt.filter((at) => at < killedAt - writeEveryMs - busyMs).length;
  expect(sure).toBeGreaterThan(50);
  expect(counted).toBeGreaterThanOrEqual(sure);
  // The last request may have been counted without an answer.
  expect(counted).toBeLessThanOrEqual(answeredAt.length + 1);
  await processes.untilReady(victims);
});

test.skipIf(clock === undefined)(
  'the usage of mixed traffic over midnight is what its callers counted, on the day on which each was answered',
  async () => {
    const time = clock ?? expect.fail('there is no clock');
    const tenant = await Tenant.make(platform.operator);
    const midnight = nextMidnight(time.now);
    await time.stepTo(midnight - aroundMidnightMs);
    const traffic = new CountedTraffic(await callersOf(tenant), await replicas(), () => time.now);
    const total = () => plus(traffic.total, { tokensIssued: 1 });
    await until(
      () => time.now > midnight + aroundMidnightMs || traffic.otherwise.length > 0,
      60_000,
      () => 'There was no midnight.',
    );
    await traffic.stop();
    expect(traffic.otherwise).toEqual([]);
    const [before, after] = [traffic.answeredBefore(midnight), traffic.sentAfter(midnight)];
    expect([before, after].map(({ requests }) => requests > 100)).toEqual([true, true]);
    await until(
      async () => isSame(sumOf(await usageOf(tenant)), total()),
      60_000,
      async () => `${JSON.stringify(await usageOf(tenant))} is not ${JSON.stringify(total())}`,
    );
    const [first, second] = (await usageOf(tenant)).slice(-2);
    expect([first?.day, second?.day]).toEqual([dayOf(midnight - 1), dayOf(midnight)]);
    // What was under way at midnight is on either day.
    for (const name of Object.keys(noCounts) as (keyof Counts)[]) {
      expect(first?.[name], name).toBeGreaterThanOrEqual(before[name]);
      expect(second?.[name], name).toBeGreaterThanOrEqual(after[name]);
    }
    const { recordsCreated, recordsDeleted } = traffic.total;
    expect(second).toMatchObject({ records: recordsCreated - recordsDeleted, users: 2 });
    // Nothing comes later: a batch that is sent again counts once.
    await delay(writeEveryMs + busyMs);
    expect(sumOf(await usageOf(tenant))).toEqual(total());
  },
);

async function usageOf({ id }: Tenant) {
  return done(await platform.operator.listUsage({ params: { tenantId: id } }), 200).days;
}

function sumOf(days: readonly Counts[]): Counts {
  return days.reduce(plus, noCounts);
}

function isSame(one: Counts, other: Counts): boolean {
  return (Object.keys(noCounts) as (keyof Counts)[]).every((name) => one[name] === other[name]);
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
  const { baseUrl, operator } = platform;
  const client = await tenant.client();
  const body = { email: newEmail(), name: 'A Person', role: 'administrator', dataScope: 'all' as const };
  const { password } = done(await operator.createUser({ params: { tenantId: tenant.id }, body }), 201);
  const person = { email: body.email, password: password ?? '' };
  const { accessToken } = await signIn(baseUrl, new Browser(baseUrl, anyAddress()), person);
  return { client, clientToken: await issueToken(baseUrl, client), personToken: accessToken };
}

const writeEveryMs = 10_000;
/** What a write of counts takes on a machine that has other work. */
const busyMs = 2_000;
const aroundMidnightMs = 8_000;
