import { statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import { context, createTestCell, statements, type TestCell, type TestTenant } from '../testing/test-cell.ts';
import { FeedPurge } from './feed-purge.ts';

let cell: TestCell;
let tenant: TestTenant;
let failures: unknown[];

beforeAll(async () => {
  cell = await createTestCell(inject('postgresAdministratorUrl'));
});
beforeEach(async () => {
  tenant = await cell.tenant();
  failures = [];
});
afterAll(() => cell.drop());

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
  const customer = newId();
  await tenant.owner.query(context, addItems, [customer, 1_200, 31]);
  await tenant.owner.query(context, addItems, [customer, 20, 29]);
  await round();
  expect(await tenant.timeline()).toHaveLength(1_220);
  await round(30);
  expect(await tenant.timeline()).toHaveLength(20);
});

/** $1 customer $2 how many $3 days ago */
const addItems = statement(
  'test_add_old_items',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
   select $1, now() - $3::int * interval '1 day' - n * interval '1 second', uuidv7(), 'customerUpdated', $1, 'A name'
   from generate_series(1, $2::int) n`,
);
