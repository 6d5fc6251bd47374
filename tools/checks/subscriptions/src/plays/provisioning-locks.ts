import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueToken, newName, openLoop, Tenant, Traffic, until } from '@rapport/testbed';
import { Client } from 'pg';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';
import { LockWatch } from './lock-watch.ts';
import { SigningUp } from './signing-up.ts';

export const provisioningLocks: SubscriptionRuns = {
  'at 300 sign-ups a minute into one cell no write of another tenant waits for a lock that a provisioning holds':
    async ({ platform }) => {
      const writers = await Promise.all([newWriter(platform), newWriter(platform)]);
      await watching(platform, writers, async (watch) => {
        const signUp = (): Promise<void> => new SigningUp().untilItWorks(platform);
        await openLoop(signUp, { perSecond: 5, count: signupsInAll }).ended;
        await watch.stop();
        await Promise.all(writers.map(({ traffic }) => traffic.stop()));
        const written = writers.map(({ traffic }) => traffic.within(0));
        assert.deepEqual(watch.waits, []);
        // Without provisionings and writes there would be nothing to see.
        assert.ok(watch.holding > 20, `a provisioning held a lock ${watch.holding} times`);
        const fewest = Math.min(...written.map((writes) => writes.length));
        assert.ok(fewest > 30, `a tenant wrote ${fewest} times`);
        const refused = written.flat().filter(({ status }) => status !== 201);
        assert.deepEqual(refused, []);
      });
    },
  'a write that waits for a lock of a provisioning would be seen': async ({ platform }) => {
    const provisioning = new Client({ connectionString: await cellUrl(platform) });
    await provisioning.connect();
    const writer = await newWriter(platform);
    try {
      await watching(platform, [writer], async (watch) => {
        await provisioning.query('begin');
        await provisioning.query('set local role rapport_owner');
        await provisioning.query(`lock table ${writer.schema}.customer in share mode`);
        await until(
          () => watch.waits.length > 0,
          10_000,
          () => 'No wait was seen.',
        );
        await provisioning.query('rollback');
        assert.match(watch.waits[0]?.holding ?? '', /^lock table/);
      });
    } finally {
      await provisioning.end();
    }
  },
};

type Platform = CountedPlatform['platform'];
type Writer = Awaited<ReturnType<typeof newWriter>>;

/** Watches the locks of the role that provisions tenants in cells, and ends the writers. */
async function watching(
  platform: Platform,
  writers: readonly Writer[],
  work: (watch: LockWatch) => Promise<void>,
): Promise<void> {
  const cell = await platform.connect('administrator');
  const watch = new LockWatch(cell, 'rapport_subscription_service');
  try {
    await work(watch);
  } finally {
    await Promise.all([watch.stop(), ...writers.map(({ traffic }) => traffic.stop())]);
    await cell.end();
  }
}

/** A tenant for which customers are made, one after the other. */
async function newWriter({ operator, baseUrl }: Platform) {
  const tenant = await Tenant.make(operator);
  const headers = {
    authorization: `Bearer ${await issueToken(baseUrl, await tenant.client())}`,
    'content-type': 'application/json',
  };
  const ask = () => {
    const body = JSON.stringify({ name: newName() });
    return { origin: baseUrl, method: 'POST', path: '/api/v1/customers', headers, body } as const;
  };
  return { schema: tenant.schema, traffic: Traffic.repeat([ask], { pauseMs: pauseOfWritesMs }) };
}

async function cellUrl({ dataDir }: Platform): Promise<string> {
  const file = join(dataDir, 'secrets', 'subscription-service', 'CELL_DATABASE_URLS');
  return Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>)[0] ?? '';
}

/** For six seconds. */
const signupsInAll = 30;
const pauseOfWritesMs = 10;
