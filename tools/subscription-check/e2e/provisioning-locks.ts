import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueToken, newName, openLoop, Tenant, Traffic, until } from '@rapport/testbed';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { LockWatch } from '../src/lock-watch.ts';
import { SigningUp } from '../src/signing-up.ts';
import { platform } from './checked-platform.ts';

const { baseUrl } = platform;
/** The role that provisions tenants in cells. */
const provisioner = 'rapport_subscription_service';

test('at 300 sign-ups a minute into one cell no write of another tenant waits for a lock that a provisioning holds', async () => {
  const cell = await platform.connect('administrator');
  try {
    const writers = await Promise.all([newWriter(), newWriter()]);
    const watch = new LockWatch(cell, provisioner);
    const signUp = (): Promise<void> => new SigningUp().untilItWorks(platform);
    await openLoop(signUp, { perSecond: 5, count: signupsInAll }).ended;
    await watch.stop();
    await Promise.all(writers.map(({ traffic }) => traffic.stop()));
    const written = writers.map(({ traffic }) => traffic.within(0));
    expect(watch.waits).toEqual([]);
    expect(watch.polls).toBeGreaterThan(200);
    // Without provisionings and writes there would be nothing to see.
    expect(watch.holding).toBeGreaterThan(20);
    expect(Math.min(...written.map((writes) => writes.length))).toBeGreaterThan(30);
    expect(written.flat().filter(({ status }) => status !== 201)).toEqual([]);
  } finally {
    await cell.end();
  }
}, 300_000);

test('a write that waits for a lock of a provisioning would be seen', async () => {
  const cell = await platform.connect('administrator');
  const provisioning = new Client({ connectionString: await cellUrl() });
  await provisioning.connect();
  const watch = new LockWatch(cell, provisioner);
  try {
    const writer = await newWriter();
    await provisioning.query('begin');
    await provisioning.query('set local role rapport_owner');
    await provisioning.query(`lock table ${writer.schema}.customer in share mode`);
    await until(
      () => watch.waits.length > 0,
      10_000,
      () => 'No wait was seen.',
    );
    await provisioning.query('rollback');
    expect(watch.waits[0]?.holding).toMatch(/^lock table/);
    await writer.traffic.stop();
  } finally {
    await watch.stop();
    await provisioning.end();
    await cell.end();
  }
});

/** A tenant for which customers are made, one after the other. */
async function newWriter() {
  const tenant = await Tenant.make(platform.operator);
  const headers = {
    authorization: `Bearer ${await issueToken(baseUrl, await tenant.client())}`,
    'content-type': 'application/json',
  };
  const ask = () => {
    const body = JSON.stringify({ name: newName() });
    return { origin: baseUrl, method: 'POST', path: '/api/v1/customers', headers, body } as const;
  };
  const traffic = Traffic.repeat([ask], { pauseMs: pauseOfWritesMs });
  onTestFinished(() => traffic.stop());
  return { schema: tenant.schema, traffic };
}

async function cellUrl(): Promise<string> {
  const file = join(platform.dataDir, 'secrets', 'subscription-service', 'CELL_DATABASE_URLS');
  return Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>)[0] ?? '';
}

/** For six seconds. */
const signupsInAll = 30;
const pauseOfWritesMs = 10;
