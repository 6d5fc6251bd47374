import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, inject, test } from 'vitest';
import { Attempts, isServed, percentile, type Attempt } from './attempts.ts';
import { untilReady } from './processes.ts';
import { customersOf, newTenantClient, type Customers } from './tenant.ts';

const measuredMs = 4_000;
const pauseMs = 50;
const noisyWriters = 16;
const factor = 5;
/** What a busy machine may add whoever writes. */
const slackMs = 25;

test('a tenant that writes as fast as it can leaves the writes of another within five times their quiet time', async () => {
  await untilReady();
  const customers = customersOf(await newTenantClient());
  const { token } = await newTenantClient();
  await measure(customers, 1_000);
  const quiet = await measure(customers, measuredMs);
  const url = `${inject('platform').baseUrl}/api/v1/customers`;
  const noise = new Worker(new URL('noisy-writer.ts', import.meta.url), {
    workerData: { url, token, writers: noisyWriters },
  });
  let noisyWrites = 0;
  noise.on('message', (status) => (noisyWrites += status === 201 ? 1 : 0));
  await delay(500);
  const disturbed = await measure(customers, measuredMs);
  await noise.terminate();
  expect(noisyWrites, 'writes of the noisy tenant').toBeGreaterThan(5 * disturbed.length);
  expect(percentile(disturbed, 0.5)).toBeLessThan(factor * percentile(quiet, 0.5) + slackMs);
});

async function measure(by: Customers, ms: number): Promise<Attempt[]> {
  const attempts = new Attempts();
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await attempts.send('POST', () => by.createCustomer({ body: { name: 'A customer' } }));
    await delay(pauseMs);
  }
  const all = attempts.between(0, performance.now());
  expect(all.filter((attempt) => !isServed(attempt))).toEqual([]);
  return all;
}
