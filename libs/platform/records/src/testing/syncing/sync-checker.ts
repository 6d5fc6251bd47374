import { setTimeout as pause } from 'node:timers/promises';
import { statement } from '@rapport/database';
import { timeOf } from '../../showing/time-text.ts';
import { moveOutbox } from '../reads.ts';
import { SyncClient, waysToGoOn } from './sync-clients.ts';
import { holdOpen, writeSingly, type Writes } from './sync-writers.ts';
import type { TestTenant } from '../tenant.ts';

export interface SyncReport {
  readonly commits: number;
  readonly aborted: number;
  readonly refused: number;
  /** Current records that a client of the list does not have as they are. */
  readonly missedInLists: number;
  /** Committed changes that a client of the feed never got. */
  readonly missedInFeeds: number;
  /** Changes that a client got and that were never committed. */
  readonly phantoms: number;
  readonly ownWritesMissing: number;
  readonly watermarkStepsBack: number;
}

export interface SyncLoad {
  readonly writers: number;
  readonly holders: number;
  /** The check goes on until there are so many commits. */
  readonly commits: number;
}

/** Writes and synchronises at the same time, then compares what each client holds with what was committed. */
export async function checkSync(tenants: readonly TestTenant[], load: SyncLoad): Promise<SyncReport> {
  const [tenant] = tenants;
  if (!tenant) {
    throw new Error('no tenant to write to');
  }
  const writes: Writes = { committed: 0, aborted: 0, refused: 0, undone: [], ownMissing: 0 };
  const [writing, reading] = [new AbortController(), new AbortController()];
  const at = (index: number): TestTenant => tenants[index % tenants.length] ?? tenant;
  const busy = [
    ...Array.from({ length: load.writers }, (_, n) => writeSingly(at(n), writes, writing.signal)),
    ...Array.from({ length: load.holders }, (_, n) => holdOpen(at(n), at(n).database, writes, writing.signal)),
  ];
  const clients = (['list', 'changes'] as const).flatMap((read) =>
    waysToGoOn.map((way, n) => new SyncClient(at(n), read, way)),
  );
  const synchronising = [...clients.map((client) => client.run(reading.signal)), moveOn(tenant, reading.signal)];
  await Promise.race([Promise.all(busy), untilEnough(writes, load.commits)]);
  writing.abort();
  await Promise.all(busy);
  reading.abort();
  await Promise.all(synchronising);
  await Promise.all(clients.map((client) => client.sync()));
  return report(tenant, writes, clients);
}

async function untilEnough(writes: Writes, commits: number): Promise<void> {
  while (writes.committed < commits) {
    await pause(20);
  }
}

async function moveOn(tenant: TestTenant, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await moveOutbox(tenant.caller(), tenant.databases, 50);
    await pause(Math.random() * 100);
  }
}

async function report(tenant: TestTenant, writes: Writes, clients: readonly SyncClient[]): Promise<SyncReport> {
  const sql = tenant.databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant.caller().tenant);
  const pairs = async (text: typeof currentRecords): Promise<[string, string][]> =>
    (await sql.rows(tenant.caller(), text)).map(([id, time]) => [id ?? '', timeOf(time ?? '')]);
  const [records, changes] = [await pairs(currentRecords), await pairs(everyChange)];
  const committed = new Set(changes.map(([id, time]) => `${id} ${time}`));
  const [undone] = await sql.query<{ n: number }>(tenant.caller(), undoneRecords.with({ undone: writes.undone }));
  const lists = clients.filter(({ read }) => read === 'list');
  const feeds = clients.filter(({ read }) => read === 'changes');
  const count = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
  return {
    commits: writes.committed,
    aborted: writes.aborted,
    refused: writes.refused,
    missedInLists: count(lists.map(({ newest }) => records.filter(([id, time]) => newest.get(id) !== time).length)),
    missedInFeeds: count(
      feeds.map(({ versions }) => [...committed].filter((version) => !versions.has(version)).length),
    ),
    phantoms:
      (undone?.n ?? 0) +
      count(clients.map(({ versions }) => [...versions].filter((version) => !committed.has(version)).length)),
    ownWritesMissing: writes.ownMissing,
    watermarkStepsBack: count(clients.map(({ stepsBack }) => stepsBack)),
  };
}

const currentRecords = statement('current_records', 'select id, last_modified_on from tenant.customer');

const everyChange = statement(
  'every_change',
  `select record_id, occurred_on from tenant.change_feed
   union all
   select record_id, occurred_on from cell.outbox where tenant = :tenant`,
);

const undoneRecords = statement(
  'undone_records',
  'select count(*)::int as n from tenant.customer where name = any (:undone::text[])',
);
