import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCell, until, type TestCell, type TestTenant } from '@rapport/change-feed/testing';
import { createTestDatabases } from '@rapport/database/testing';
import { freePort, keptKafkaPorts, startKafka } from '@rapport/local-servers';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { WorkerProcess } from './testing/worker-process.ts';

let cell: TestCell;
let tenant: TestTenant;
let workers: WorkerProcess[] = [];

beforeEach(async () => {
  cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  tenant = await cell.tenant();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
  await cell.databases.drop();
});

async function startWorker(kafkaUrl: string, environment?: Record<string, string>): Promise<WorkerProcess> {
  const worker = WorkerProcess.start(cell, kafkaUrl, await freePort(), environment);
  workers.push(worker);
  await until(() => worker.isReady());
  return worker;
}

const isMoved = async (count: number): Promise<boolean> => (await tenant.feed()).length === count;

test('a worker moves every write, reports its backlog, and ends with nothing in hand at a signal', async () => {
  const worker = await startWorker(inject('kafkaUrl'), { PURGE_INTERVAL_SECONDS: '1' });
  await Promise.all(Array.from({ length: 50 }, () => tenant.create()));
  await until(() => isMoved(50));
  await until(async () => (await worker.health())?.cells['cell']?.purgedAt !== 0);
  // A change is in the feed a moment before the worker counts it.
  const metrics = await vi.waitFor(
    async () => {
      const text = await worker.metrics();
      expect(text).toContain('change_feed_move_seconds_count 50');
      return text;
    },
    { timeout: 10_000 },
  );
  expect(metrics).toMatch(
    /change_feed_move_seconds_bucket\{le="[\d.]+"\} \d+ # \{trace_id="0123456789abcdef0123456789abcdef"\}/,
  );
  expect(metrics).toContain('change_feed_leader{cell="cell"} 1');
  await Promise.all(Array.from({ length: 50 }, () => tenant.create()));
  worker.signal('SIGTERM');
  expect(await worker.exited()).toBe(0);
  expect(await tenant.changes()).toHaveLength(100);
  const successor = await startWorker(inject('kafkaUrl'));
  await until(() => successor.leads());
  await until(() => isMoved(100));
});

test('a leader that freezes is replaced within seconds and does no harm when it goes on', async () => {
  const [one, other] = [await startWorker(inject('kafkaUrl')), await startWorker(inject('kafkaUrl'))];
  await until(async () => (await one.leads()) || (await other.leads()));
  const [leader, second] = (await one.leads()) ? [one, other] : [other, one];
  const writing = (async () => {
    for (let n = 0; n < 200; n += 1) {
      await tenant.create();
    }
  })();
  leader.signal('SIGSTOP');
  const began = performance.now();
  await until(() => second.leads());
  expect(performance.now() - began).toBeLessThan(15_000);
  await writing;
  leader.signal('SIGCONT');
  await until(() => isMoved(200));
  await until(async () => (await leader.health()) !== null && !(await leader.leads()));
  expect(new Set((await tenant.feed()).map(({ id }) => id)).size).toBe(200);
});

test('without Kafka a worker is ready and reports its backlog; once Kafka is there, it goes on without a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-worker-kafka-'));
  const { client } = await keptKafkaPorts(dataDir);
  const worker = await startWorker(`kafka://127.0.0.1:${client}`);
  await Promise.all(Array.from({ length: 30 }, () => tenant.create()));
  await until(async () => (await worker.health())?.cells['cell']?.outboxRows === 30);
  expect(await worker.health()).toMatchObject({ bus: { isConnected: false } });
  expect(await tenant.changes()).toHaveLength(30);
  const kafka = await startKafka({ dataDir });
  try {
    await until(() => isMoved(30));
    await kafka.stop();
    await tenant.create();
    expect(await worker.isReady()).toBe(true);
    const again = await startKafka({ dataDir });
    await until(() => isMoved(31));
    await again.stop();
    await tenant.create();
    const began = performance.now();
    worker.signal('SIGTERM');
    expect(await worker.exited()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

test('a worker without its databases is not ready, and ends at a signal', async () => {
  const nowhere = await freePort();
  const worker = WorkerProcess.start(cell, inject('kafkaUrl'), await freePort(), {
    CONTROL_DATABASE_URL: `postgres://nobody@127.0.0.1:${nowhere}/nothing`,
  });
  workers.push(worker);
  await until(async () => (await worker.health()) !== null);
  expect(await worker.isReady()).toBe(false);
  worker.signal('SIGTERM');
  expect(await worker.exited()).toBe(0);
});
