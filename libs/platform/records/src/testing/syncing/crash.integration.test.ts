import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { startPostgres, type LocalServer } from '@rapport/local-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '../customers.ts';
import { readAll } from '../reads.ts';
import { SyncClient } from './sync-clients.ts';
import { createTestTenant } from '../tenant.ts';

let folder: string;
let server: LocalServer;
let databases: TestDatabases;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-crash-'));
  server = await startPostgres({ dataDir: folder, durable: true });
  databases = await createTestDatabases(server.url);
});
afterAll(async () => {
  await databases.drop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Repeats work that was refused for the moment, like a client that waits and sends the same key again. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && ['service_unavailable', 'idempotency_in_progress'].includes(error.code))) {
        throw error;
      }
      await pause(20);
    }
  }
}

test('a kill -9 of PostgreSQL under load loses no answered write, does none twice, and no client misses one', async () => {
  const tenant = await createTestTenant(databases);
  const stop = new AbortController();
  const made: string[] = [];
  const write = async (): Promise<void> => {
    const caller = tenant.caller();
    while (!stop.signal.aborted) {
      const key = { key: newId(), fingerprint: Buffer.from('x') };
      const { body } = await untilDone(() => tenant.customers.create(caller, { name: key.key }, key));
      made.push((JSON.parse(body) as Customer).id);
    }
  };
  const clients = (['list', 'changes'] as const).flatMap((read) =>
    (['syncUntilUtc', 'greatest cut'] as const).map((way) => new SyncClient(tenant, read, way)),
  );
  const work = [
    ...Array.from({ length: 8 }, write),
    ...clients.map(async (client) => {
      while (!stop.signal.aborted) {
        await untilDone(() => client.sync());
        await pause(10);
      }
    }),
  ];
  for (let crash = 0; crash < 2; crash += 1) {
    const enough = made.length + 100;
    await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(enough);
    await server.kill();
    server = await startPostgres({ dataDir: folder, port: server.port, durable: true });
  }
  const enough = made.length + 100;
  await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(enough);
  stop.abort();
  await Promise.all(work);
  await Promise.all(clients.map((client) => client.sync()));
  const caller = tenant.caller();
  const { data } = await readAll<Customer>((request) => tenant.customers.list(caller, request), { pageSize: 200 });
  expect(data.map(({ id }) => id).sort()).toEqual([...new Set(made)].sort());
  expect(new Set(data.map(({ name }) => name)).size).toBe(made.length);
  for (const client of clients) {
    expect([...client.newest.keys()].sort()).toEqual(data.map(({ id }) => id).sort());
    expect(client.stepsBack).toBe(0);
  }
}, 120_000);
