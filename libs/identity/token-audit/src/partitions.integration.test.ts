import { seedClient } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { CallContext } from '@rapport/kernel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AuditingProcess, newToken, requesterOf } from './testing/auditing-process.ts';

const context: CallContext = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');

test('partitions are made ahead, and partitions that ended 13 months ago are dropped', async () => {
  await tendAsOf('2090-01-31 23:59:59+00');
  expect(await partitions()).toEqual(expect.arrayContaining(['2089_12', '2090_01', '2090_02', '2090_03']));
  await tendAsOf('2090-02-01 00:00:00+00');
  expect(await partitions()).toEqual(['2089_12', '2090_01', '2090_02', '2090_03', '2090_04']);
  await tendAsOf('2091-02-28 12:00:00+00');
  expect((await partitions())[0]).toBe('2090_01');
  await tendAsOf('2091-03-01 00:00:00+00');
  expect((await partitions())[0]).toBe('2090_02');
});

test('missing partitions are made before any row is written, and again if they go, also by a role that owns no table', async () => {
  await owner.control.query(context, dropAll);
  const client = await seedClient(context, owner.control, 'rpt_client_of_partitions');
  const running = await AuditingProcess.start(databases.connect('rapport_token_service'));
  onTestFinished(() => running.stop());
  const { audit } = running;
  await vi.waitFor(async () => expect(await partitions()).toHaveLength(4), { timeout: 10_000 });
  // A writer that has written a row has tended them for an hour ahead, so only a refused row brings them back.
  audit.issued(context, requesterOf(client), newToken());
  await running.written(1);
  await owner.control.query(context, dropAll);
  expect(await partitions()).toEqual([]);
  audit.issued(context, requesterOf(client), newToken());
  await running.written(2);
  expect(await partitions()).toHaveLength(4);
  expect(audit.droppedRows).toBe(0);
});

test('partitions are read from the newest on, and only as many as are needed', async () => {
  const plan = await owner.control.query<Record<string, string>>(context, explain);
  const text = plan.map((row) => Object.values(row)[0]).join('\n');
  expect(text).not.toMatch(/Sort|Seq Scan/);
});

test('the role of the service cannot tend partitions as of another time', async () => {
  const service = databases.connect('rapport_token_service');
  await expect(service.control.query(context, tendAt.with({ at: '2040-01-01' }))).rejects.toThrow('permission denied');
  await expect(service.control.query(context, readAll)).rejects.toThrow('permission denied');
});

async function tendAsOf(time: string): Promise<void> {
  await owner.control.query(context, tendAt.with({ at: time }));
}

async function partitions(): Promise<string[]> {
  const rows = await owner.control.query<{ month: string }>(context, listPartitions);
  return rows.map(({ month }) => month);
}

const tendAt = statement('tend_at', `select control.tend_months_at('token_audit', :at::timestamptz)`);
const readAll = statement('read_all', `select * from control.token_audit`);
const listPartitions = statement(
  'list_partitions',
  `select right(pg_class.relname, 7) as month from pg_inherits join pg_class on pg_class.oid = pg_inherits.inhrelid
where pg_inherits.inhparent = 'control.token_audit'::regclass order by 1`,
);
const dropAll = statement(
  'drop_all',
  `do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'control.token_audit'::regclass loop
    execute 'drop table ' || month;
  end loop;
end $$`,
);
const explain = statement(
  'explain_audit',
  `explain select * from control.token_audit where client_id = 'x' order by at desc limit 50`,
);
