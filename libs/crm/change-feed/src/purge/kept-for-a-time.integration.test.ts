import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { recordRules } from '@rapport/records';
import { Metrics } from '@rapport/telemetry';
import { beforeEach, expect, test } from 'vitest';
import { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import { context, createTestCell, statements, type TestTenant } from '../testing/test-cell.ts';
import { FeedPurge } from './feed-purge.ts';

let tenant: TestTenant;
let failures: unknown[];

const cell = await createTestCell(await databasesOfFile());
beforeEach(async () => {
  tenant = await cell.tenant();
  failures = [];
});

async function round(timelineDays?: number): Promise<void> {
  const purge = new FeedPurge({
    ...{ cell: 'cell', database: cell.database, statements, timelineDays },
    metrics: new ChangeFeedMetrics(new Metrics(), () => []),
    onFailure: (_, error) => failures.push(error),
  });
  expect(await purge.round(context, new AbortController().signal)).toEqual({ hasMore: false, failed: 0 });
  expect(failures).toEqual([]);
}

test('items of timelines are kept without an end, and where days are set for those days', async () => {
  const customerId = newId();
  await tenant.owner.query(context, addItems.with({ customerId, count: 1_200, daysAgo: 31 }));
  await tenant.owner.query(context, addItems.with({ customerId, count: 20, daysAgo: 29 }));
  await round();
  expect(await tenant.timeline()).toHaveLength(1_220);
  await round(30);
  expect(await tenant.timeline()).toHaveLength(20);
});

/** The mails whose files are there; the bytes that are counted are theirs. */
async function kept(): Promise<string[]> {
  const files = await tenant.owner.query<{ id: string; bytes: number }>(context, readFiles);
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  expect(await tenant.owner.query(context, readStorage)).toEqual([{ bytes: sum }]);
  return files.map(({ id }) => id);
}

/** A mail with a file that is kept for so many days more; null for as long as nothing says so. */
async function mail(status: string, days: number | null, templateId: string | null = null): Promise<string> {
  const id = newId();
  await tenant.owner.query(context, addMail.with({ id, status, templateId }));
  await tenant.owner.query(context, addFile.with({ mailId: id, days }));
  return id;
}

test('a file goes when its time is over, others stay, and the bytes of those that went are free', async () => {
  for (let count = 0; count < 25; count += 1) {
    await mail('sent', -1);
  }
  const [draft, young] = [await mail('draft', null), await mail('sent', 1)];
  await round();
  expect(await kept()).toEqual([draft, young].toSorted());
});

test('a file whose time is over stays while a mail that may still be sent names its mail as template', async () => {
  const template = await mail('cancelled', -1);
  const states = ['draft', 'scheduled', 'sending', 'paused', 'failed'];
  const ids = await Promise.all(states.map((status) => mail(status, null, template)));
  for (const [index, id] of ids.entries()) {
    await round();
    expect(await kept(), states[index]).toContain(template);
    await tenant.owner.query(context, putState.with({ id, status: index % 2 === 0 ? 'sent' : 'cancelled' }));
  }
  await round();
  expect(await kept()).not.toContain(template);
});

test('a mail that takes a file as template while the purge begins finds it there', async () => {
  const template = await mail('sent', -1);
  let purging: Promise<void> | undefined;
  await tenant.owner.transaction(context, async (sql) => {
    await sql.rows(context, takeLock);
    purging = round();
    await expect.poll(() => tenant.owner.query(context, readWaiting)).toEqual([{ waiting: 1 }]);
    await sql.rows(context, addMail.with({ id: newId(), status: 'draft', templateId: template }));
  });
  await purging;
  expect(await kept()).toEqual([template]);
});

const addItems = statement(
  'test_add_old_items',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
   select :customerId, now() - :daysAgo::int * interval '1 day' - n * interval '1 second', uuidv7(), 'customerUpdated', :customerId, 'A name'
   from generate_series(1, :count::int) n`,
);
const addMail = statement(
  'test_add_mail',
  `insert into tenant.marketing_email (id, status, template_id, version, created_on, last_modified_on) values (:id, :status, :templateId, 1, now(), now())`,
);
const addFile = statement(
  'test_add_file',
  `with added as (
     insert into tenant.marketing_file (mail_id, content, kept_until) values (:mailId, 'a file', now() + :days::int * interval '1 day')
     returning octet_length(content) as bytes
   )
   update tenant.marketing_storage set file_bytes = file_bytes + bytes from added`,
);
const putState = statement(
  'test_put_state',
  `update tenant.marketing_email set status = :status, version = version + 1, last_modified_on = clock_timestamp() where id = :id`,
);
const readFiles = statement(
  'test_read_files',
  'select mail_id as id, octet_length(content) as bytes from tenant.marketing_file order by mail_id',
);
const readStorage = statement('test_read_storage', 'select file_bytes as bytes from tenant.marketing_storage');
const takeLock = statement('test_take_lock', `select ${recordRules.stamp('1')}`);
const readWaiting = statement(
  'test_read_waiting',
  `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
   and database = (select oid from pg_database where datname = current_database())`,
);
