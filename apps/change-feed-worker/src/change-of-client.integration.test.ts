import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ChangesTopic, createTestCell, until, type TestCell, type TestTenant } from '@rapport/change-feed/testing';
import { statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { kafkaClientNames } from '@rapport/event-bus';
import { freePort, startKafka, type LocalServer } from '@rapport/local-servers';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { WorkerProcess } from './testing/worker-process.ts';

/** Writers of one record each, which together make at most 100 changes a second. */
const writers = 10;
const everyMs = 100;

let folder: string;
let kafka: LocalServer;
let cell: TestCell;
let tenant: TestTenant;
let workers: WorkerProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-clients-'));
  kafka = await startKafka({ dataDir: folder });
  cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  tenant = await cell.tenant();
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await cell.databases.drop();
  await kafka.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startWorker(client: string): Promise<WorkerProcess> {
  const worker = WorkerProcess.start(cell, kafka.url, await freePort(), { KAFKA_CLIENT: client });
  await until(() => worker.isReady());
  return worker;
}

/** Changes a record at its pace until the signal aborts, and says how often. */
async function keepChanging(stop: AbortSignal): Promise<number> {
  const id = await tenant.create();
  let changes = 1;
  for (let next = performance.now(); !stop.aborted; next += everyMs) {
    await delay(Math.max(next - performance.now(), 0));
    await tenant.records.update(tenant.caller, id, { name: `change ${changes}` });
    changes += 1;
  }
  return changes;
}

async function movedCount(): Promise<number> {
  const [row] = await tenant.owner.query<{ count: number }>(tenant.caller, countMoved);
  return row?.count ?? 0;
}

async function untilMoreMoved(): Promise<void> {
  const before = await movedCount();
  await until(async () => (await movedCount()) > before + 100);
}

/** Whether each record's versions begin at 1 and leave none out. */
function inOrder(changes: readonly { readonly record: string; readonly version: number }[]): boolean {
  const newest = new Map<string, number>();
  return changes.every(({ record, version }) => {
    const isNext = version === (newest.get(record) ?? 0) + 1;
    newest.set(record, version);
    return isNext;
  });
}

test('the client is changed worker by worker under load, and no change is lost, doubled or out of order', async () => {
  workers = [await startWorker('platformatic'), await startWorker('platformatic')];
  const end = new AbortController();
  const writing = Promise.all(Array.from({ length: writers }, () => keepChanging(end.signal)));
  await untilMoreMoved();
  for (const client of kafkaClientNames.toReversed()) {
    for (const index of workers.keys()) {
      const old = workers[index];
      workers[index] = await startWorker(client);
      old?.signal('SIGTERM');
      expect(await old?.exited()).toBe(0);
      await untilMoreMoved();
    }
  }
  end.abort();
  const written = (await writing).reduce((sum, count) => sum + count, 0);
  await until(async () => (await movedCount()) >= written);
  const feed = await tenant.feed();
  expect(feed).toHaveLength(written);
  expect(new Set(feed.map(({ id }) => id)).size).toBe(written);
  expect(inOrder(feed.map(({ record_id: record, version }) => ({ record, version })))).toBe(true);
  // An event may come again, so an outside consumer goes by the first delivery of each.
  const events = (await new ChangesTopic(kafka.url).events()).map(({ value }) => JSON.parse(value) as Event);
  const firsts = events.filter(isFirst());
  expect(firsts.map(({ id }) => id).toSorted()).toEqual(feed.map(({ id }) => id).toSorted());
  expect(inOrder(firsts.map(({ entityId: record, version }) => ({ record, version })))).toBe(true);
}, 180_000);

const countMoved = statement('test_count_moved', 'select count(*)::int as count from tenant.change_feed');

interface Event {
  readonly id: string;
  readonly entityId: string;
  readonly version: number;
}

/** Whether an event comes for the first time. */
function isFirst(): (event: Event) => boolean {
  const seen = new Set<string>();
  return ({ id }) => !seen.has(id) && seen.add(id).size > 0;
}
