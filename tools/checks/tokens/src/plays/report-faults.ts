import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@rapport/http-contract/client';
import { publicContract } from '@rapport/public-contract';
import { done, type Ending, issueToken, outcomeOf, Tenant, type Traffic, until } from '@rapport/testbed';
import { under, type CheckedPlatform, type TokenRuns } from '../checked-platform.ts';
import { newPerson } from '../endings/people-endings.ts';
import { isRight, reportTraffic, type AskedReport } from '../report-traffic.ts';

export const reportFaults: TokenRuns = {
  'PostgreSQL is killed: a report has the right figures or is a 503, and no process has to be restarted': under(
    reports,
    async ({ processes }, load) => {
      const before = await processes.names('application-api');
      const postgres = await processes.of('postgres');
      await processes.kill(postgres);
      await processes.untilReady(postgres);
      await untilRecovered(load);
      assert.deepEqual(await processes.names('application-api'), before);
    },
  ),
  'PostgreSQL is frozen: the callers of a report wait for one deadline, not for those of the callers before them':
    under(reports, async ({ processes }, load) => {
      const postgres = await processes.of('postgres');
      await processes.freeze(postgres);
      await delay(frozenMs);
      await processes.thaw(postgres);
      await processes.untilReady();
      const sent = await untilRecovered(load);
      const longest = Math.max(...sent.map(({ sentAt, endedAt }) => endedAt - sentAt));
      assert.ok(longest < longestMs, `a report took ${longest.toFixed(0)} ms`);
    }),
};

async function reports({ platform: { operator, baseUrl }, platform }: CheckedPlatform): Promise<Traffic<AskedReport>> {
  const tenant = await Tenant.make(operator);
  const authorization = `Bearer ${await issueToken(baseUrl, await tenant.client())}`;
  const api = createClient(publicContract, { baseUrl, headers: () => ({ authorization }) });
  const { id: customerId } = done(await api.createCustomer({ body: { name: 'A customer' } }), 201);
  const items = Array.from({ length: 60 }, (_, n) => ({
    ...{ externalId: `opportunity ${n}`, name: 'An opportunity', customerId },
    ...{ amount: n, currency: ['TRY', 'EUR', 'USD'][n % 3] },
  }));
  const { results } = done(await api.writeOpportunityBatch({ body: { items } }), 200);
  const refused = results.filter(({ status }) => status !== 201);
  assert.deepEqual(refused, []);
  return reportTraffic(baseUrl, await (await newPerson(platform, tenant)).newToken());
}

/** A second after the platform is ready every report is right, and until then each is right or a 503. */
async function untilRecovered(load: Traffic<AskedReport>): Promise<readonly Ending[]> {
  await delay(1_000);
  const from = performance.now();
  await delay(2_000);
  const answered = () => load.within(from).length;
  await until(
    () => answered() > 100,
    30_000,
    () => `${answered()} reports were answered`,
  );
  await load.stop();
  const sent = load.within(0);
  const isAway = (ending: Ending): boolean =>
    outcomeOf(ending) === '503 service_unavailable' && ending.headers['retry-after'] !== undefined;
  const wrong = sent.filter((one) => !isRight(one) && !isAway(one));
  assert.deepEqual(wrong, []);
  assert.ok(sent.some(isAway), 'no report was a 503');
  assert.deepEqual(load.within(from).filter(isAway), []);
  return sent;
}

/** Longer than the edge waits for an answer, which is not the one to end the wait of a caller. */
const frozenMs = 12_000;
/** A deadline of a query, and room for a machine that has other work. */
const longestMs = 8_000;
