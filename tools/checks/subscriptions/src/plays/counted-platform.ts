import assert from 'node:assert/strict';
import { issueToken, newSession, type Play, type Say, Tenant, Traffic, until } from '@rapport/testbed';
import { startChecked, type CheckedPlatform } from '../checked-platform.ts';
import { nextMidnight, type PlatformClock } from '../platform-clock.ts';
import { CountedTraffic, type Callers, type Counts } from './counted-traffic.ts';

/** Requests whose counts are written every ten seconds, which pass while other plays have their turn. */
export interface CountedPlatform extends CheckedPlatform {
  readonly asking: Asking;
  readonly overMidnight: OverMidnight | undefined;
}

/** The plays of a theme by their guarantees, on the platform that all of them share. */
export type SubscriptionRuns = Readonly<Record<string, Play<CountedPlatform>['run']>>;

export async function startCounted(say: Say): Promise<CountedPlatform> {
  const checked = await startChecked(say);
  const overMidnight = checked.clock && (await sendOverMidnight(checked, checked.clock));
  const asking = await keepAsking(checked);
  return { ...checked, asking, overMidnight, stop: () => asking.traffic.stop().then(() => checked.stop()) };
}

type Asking = Awaited<ReturnType<typeof keepAsking>>;
type OverMidnight = Awaited<ReturnType<typeof sendOverMidnight>>;

/** Asks one process until it is stopped. */
async function keepAsking({ platform, processes }: CheckedPlatform) {
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
async function sendOverMidnight(on: CheckedPlatform, time: PlatformClock) {
  const tenant = await Tenant.make(on.platform.operator);
  const [callers, asked] = [await callersOf(on.platform, tenant), await replicas(on)];
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

async function replicas({ processes }: CheckedPlatform) {
  const urlsOf = async (service: string) => (await processes.of(service)).map(({ url }) => url);
  const found = {
    publicApi: await urlsOf('public-api'),
    applicationApi: await urlsOf('application-api'),
    tokenService: await urlsOf('token-service'),
  };
  const counts = Object.values(found).map(({ length }) => length);
  assert.deepEqual(counts, [2, 2, 2]);
  return found;
}

/** They have got one token of a client by then. */
async function callersOf({ baseUrl }: CheckedPlatform['platform'], tenant: Tenant): Promise<Callers> {
  const client = await tenant.client();
  const { accessToken } = await newSession(baseUrl, await tenant.person({ role: 'administrator' }));
  return { client, clientToken: await issueToken(baseUrl, client), personToken: accessToken };
}

/** Longer than it takes until every process has the time of a step. */
const beforeMidnightMs = 3_000;
/** The requests on either day. */
export const enough = 100;
const pauseMs = 50;
