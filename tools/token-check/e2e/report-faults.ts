import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@rapport/http-contract/client';
import { publicContract } from '@rapport/public-contract';
import { done, type Ending, issueToken, outcomeOf, Processes, Tenant, type Traffic, until } from '@rapport/testbed';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPerson } from '../src/people-endings.ts';
import { isRight, reportTraffic, type AskedReport } from '../src/report-traffic.ts';
import { platform } from './checked-platform.ts';

const { baseUrl } = platform;
const processes = new Processes(platform);
let token: string;
let load: Traffic<AskedReport>;

beforeAll(async () => {
  const tenant = await Tenant.make(platform.operator);
  await addOpportunities(tenant);
  token = await (await newPerson(platform, tenant)).newToken();
});
beforeEach(async () => {
  load = await reportTraffic(baseUrl, token);
  await delay(1_000);
});
afterEach(async () => {
  await processes.thaw();
  await load.stop();
  await processes.untilReady();
});

test('PostgreSQL is killed: a report has the right figures or is a 503, and no process has to be restarted', async () => {
  const before = await processes.names('application-api');
  const postgres = await processes.of('postgres');
  await processes.kill(postgres);
  await processes.untilReady(postgres);
  await expectRecovery();
  expect(await processes.names('application-api')).toEqual(before);
});

test('PostgreSQL is frozen: the callers of a report wait for one deadline, not for those of the callers before them', async () => {
  const postgres = await processes.of('postgres');
  await processes.freeze(postgres);
  await delay(frozenMs);
  await processes.thaw(postgres);
  await processes.untilReady();
  const sent = await expectRecovery();
  expect(Math.max(...sent.map(({ sentAt, endedAt }) => endedAt - sentAt))).toBeLessThan(longestMs);
});

/** A second after the platform is ready every report is right, and until then each is right or a 503. */
async function expectRecovery(): Promise<readonly Ending[]> {
  await delay(1_000);
  const from = performance.now();
  await delay(2_000);
  const answered = () => load.within(from, Infinity).length;
  await until(
    () => answered() > 100,
    30_000,
    () => `${answered()} reports were answered`,
  );
  await load.stop();
  const sent = load.within(0, Infinity);
  const isAway = (ending: Ending): boolean =>
    outcomeOf(ending) === '503 service_unavailable' && ending.headers['retry-after'] !== undefined;
  expect(sent.filter((one) => !isRight(one) && !isAway(one))).toEqual([]);
  expect(sent.some(isAway)).toBe(true);
  expect(load.within(from, Infinity).filter(isAway)).toEqual([]);
  return sent;
}

async function addOpportunities(tenant: Tenant): Promise<void> {
  const authorization = `Bearer ${await issueToken(baseUrl, await tenant.client())}`;
  const api = createClient(publicContract, { baseUrl, headers: () => ({ authorization }) });
  const { id: customerId } = done(await api.createCustomer({ body: { name: 'A customer' } }), 201);
  const items = Array.from({ length: 60 }, (_, n) => ({
    ...{ externalId: `opportunity ${n}`, name: 'An opportunity', customerId },
    ...{ amount: n, currency: ['TRY', 'EUR', 'USD'][n % 3] },
  }));
  const { results } = done(await api.writeOpportunityBatch({ body: { items } }), 200);
  expect(results.filter(({ status }) => status !== 201)).toEqual([]);
}

/** Longer than the edge waits for an answer, which is not the one to end the wait of a caller. */
const frozenMs = 12_000;
/** A deadline of a query, and room for a machine that has other work. */
const longestMs = 8_000;
