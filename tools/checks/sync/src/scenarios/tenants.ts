import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { percentile, until } from '@rapport/testbed';
import { timesOf } from '../nemesis/siege.ts';
import type { Scenario } from '../scenario.ts';
import { plainClients, type Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** Things that tenants and clients may notice of each other. */
export const tenantScenarios: readonly Scenario[] = [
  {
    name: 'noisy-tenant',
    title: 'a tenant that writes as fast as it can leaves the writes of another within five times their quiet time',
    set: 'short',
    run: noisyTenant,
  },
  {
    name: 'disabled-while-redis-is-frozen',
    title: 'a client that is disabled while Redis is frozen is refused from the answer on, by every process',
    set: 'short',
    run: disabledWhileRedisIsFrozen,
  },
];

const noisyWriters = 16;
const askPauseMs = 5;
const factor = 5;
/** The time that a busy machine may add to any write. */
const slackMs = 25;

async function noisyTenant(stage: Stage): Promise<void> {
  const [quiet, noisy] = [await stage.workload(), await stage.workload()];
  const measured = stage.scaled(50, 20);
  await typicalMs(quiet, 20);
  const aloneMs = await typicalMs(quiet, measured);
  const url = `${stage.platform.baseUrl}/api/v1/customers`;
  const token = await noisy.api.token();
  const noise = new Worker(new URL('../nemesis/noisy-writer.ts', import.meta.url), {
    workerData: { url, token, writers: noisyWriters },
  });
  let noisyWrites = 0;
  noise.on('message', (status) => (noisyWrites += status === 201 ? 1 : 0));
  await until(
    () => noisyWrites > measured,
    60_000,
    () => 'the noisy tenant did not begin to write',
  );
  const besideMs = await typicalMs(quiet, measured);
  await noise.terminate();
  stage.figure(
    'a quiet tenant’s write',
    `p50 ${aloneMs.toFixed(1)} ms alone, ${besideMs.toFixed(1)} ms beside ${noisyWrites} writes`,
  );
  stage.expect(
    besideMs < factor * aloneMs + slackMs,
    `p50 was ${aloneMs.toFixed(1)} ms alone and ${besideMs.toFixed(1)} ms beside it`,
  );
  for (const work of [quiet, noisy]) {
    for (const plan of plainClients()) {
      work.client(plan);
    }
    await stage.judge(work);
  }
}

async function typicalMs(work: Workload, count: number): Promise<number> {
  const writer = work.writer({ pauseMs: 0 });
  const from = performance.now();
  for (let n = 0; n < count; n += 1) {
    await writer.create();
  }
  return percentile(timesOf(work.history.attempts.filter(({ startedAt }) => startedAt >= from)), 0.5);
}

async function disabledWhileRedisIsFrozen(stage: Stage): Promise<void> {
  const tenant = await stage.tenant();
  const credentials = await tenant.client();
  const work = await stage.workload(tenant);
  const processes = await stage.processes.of('public-api');
  const served: number[] = [];
  let isAsking = true;
  const token = await work.apiOf(credentials).token();
  const asking = processes.map(async ({ url }) => {
    while (isAsking) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/api/v1/customers?pageSize=1`, { headers });
      await answer.arrayBuffer();
      if (answer.status === 200) {
        served.push(startedAt);
      }
      await delay(askPauseMs);
    }
  });
  await delay(200);
  const redis = await stage.processes.of('redis');
  stage.fault('freezes Redis', work);
  await stage.processes.freeze(redis);
  const disabling = tenant.disable(credentials);
  await delay(300);
  await stage.processes.thaw(redis);
  await disabling;
  const answeredAt = performance.now();
  await delay(2_500);
  isAsking = false;
  await Promise.all(asking);
  stage.expect(served.length > 0, 'nothing was served before');
  const late = served.filter((startedAt) => startedAt > answeredAt).length;
  stage.expect(late === 0, `${late} requests were served that began after the client was disabled`);
}
