import { AppError, type TenantRef } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { afterEach, expect, test } from 'vitest';
import { Database } from '../database.ts';
import { ReadRefused } from '../failures.ts';
import { statement } from '../statements/statement.ts';
import { advisoryHold, databasesOfFile } from '../testing/index.ts';
import type { DatabaseTimes } from '../times.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const quick = statement('test_quick', 'select 1 as n');
const slow = statement('test_slow', 'select 1 as n from pg_sleep(:seconds)');
const { hold, endHold, meetHold, waiters } = advisoryHold(2);

const databases = await databasesOfFile();
let database: Database | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});

/** The statements name no schema, so none has to be there. */
function tenantOf(number: number): TenantRef {
  return { id: 'any', number, cell: 'cell' };
}

function connect(poolSize: number, times: Partial<DatabaseTimes> = {}, metrics = new Metrics()): Database {
  database = databases.connect('rapport_public_api', { poolSize, times, metrics });
  return database;
}

interface HeldReads {
  readonly reads: readonly Promise<unknown>[];
  /** Lets them go on, and returns when all of them have ended. */
  end(): Promise<void>;
}

/**
 * Reads of one tenant, pages and single records in alternation, that go on until they are told to end. It returns when
 * as many of them are under way as the tenant may have at once.
 */
async function heldReads(made: Database, count: number, underWay: number): Promise<HeldReads> {
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).cell('cell');
  await owner.query(context, hold);
  const sql = made.tenant(tenantOf(1));
  const reads = Array.from({ length: count }, (_, n) =>
    n % 2 === 0 ? sql.rows(context, meetHold) : sql.row(context, meetHold),
  );
  const settled = Promise.allSettled(reads);
  const end = async (): Promise<void> => {
    await owner.query(context, endHold);
    await settled;
  };
  await expect.poll(() => owner.query(context, waiters), { timeout: 10_000 }).toEqual([{ n: underWay }]);
  return { reads, end };
}

test('one tenant with slow reads takes half of the connections, and keeps no other tenant waiting', async () => {
  const made = connect(4);
  const held = await heldReads(made, 8, 2);
  for (const number of [2, 3, 4]) {
    const sql = made.tenant(tenantOf(number));
    for (let n = 0; n < 10; n += 1) {
      expect(await sql.rows(context, quick)).toHaveLength(1);
      expect(await sql.row(context, quick)).toBeDefined();
    }
  }
  await held.end();
});

test('a tenant whose reads wait still writes', async () => {
  const made = connect(4);
  const held = await heldReads(made, 8, 2);
  expect(await made.tenant(tenantOf(1)).write(context, quick)).toEqual([{ n: 1 }]);
  await held.end();
});

test('a read that waits for too long is refused, and may be sent again', async () => {
  const metrics = new Metrics();
  const made = connect(2, { tenantReadMs: 100 }, metrics);
  const held = await heldReads(made, 3, 1);
  const [first, ...others] = held.reads;
  const refused = await Promise.allSettled(others);
  expect(refused).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  for (const outcome of refused) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
    expect(error).toBeInstanceOf(ReadRefused);
    expect(error).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  }
  await held.end();
  await first;
  expect(await metrics.text()).toMatch(/database_read_refusals_total\{reason="turn"\} 2/);
  await made.tenant(tenantOf(1)).rows(context, quick);
});

test('brief reads that share a pipeline are refused together, and do not wait a second time on their own', async () => {
  const made = connect(2, { tenantReadMs: 1_000 });
  const held = made.tenant(tenantOf(1)).rows(context, slow.with({ seconds: 1.5 }));
  const sql = made.tenant(tenantOf(1));
  const refused = await Promise.allSettled([sql.row(context, quick), sql.row(context, quick)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await held;
});

test('no more than 500 reads of a tenant wait, and one more is refused at once', async () => {
  const made = connect(2, { tenantReadMs: 30_000 });
  const sql = made.tenant(tenantOf(1));
  const held = sql.rows(context, slow.with({ seconds: 0.5 }));
  const others = await Promise.allSettled(Array.from({ length: 510 }, () => sql.rows(context, quick)));
  expect(others.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  await held;
});

test('reads that fail give their places back', async () => {
  const url = 'postgres://nothing@127.0.0.1:1/nothing';
  const away = new Database({ controlUrl: url, cells: { cell: url }, poolSize: 2, times: { tenantReadMs: 100 } });
  for (let n = 0; n < 5; n += 1) {
    const error = await away
      .tenant(tenantOf(1))
      .rows(context, quick)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(AppError);
    expect(error).not.toBeInstanceOf(ReadRefused);
  }
  await away.close();
});
