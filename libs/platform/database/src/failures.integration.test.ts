import { AppError } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { Database, type DatabaseOptions } from './database.ts';
import { isLockTimeout, WriteDeadlineExceeded } from './failures.ts';
import { statement } from './statements/statement.ts';
import { databasesOfFile } from './testing/index.ts';
import { Tap } from './testing/tap.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const tenant = { id: 'one', number: 42, cell: 'cell' };
const one = statement('one', 'select 1 as n');
const backend = statement('backend', 'select pg_backend_pid() as pid');
const sleep = statement('sleep', 'select pg_sleep(:seconds)');
const full = statement('full', `do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`);
const sleepers = statement(
  'sleepers',
  `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
);
const endSleepers = statement(
  'end_sleepers',
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity
   where datname = current_database() and wait_event = 'PgSleep'`,
);
const terminate = statement('terminate', 'select pg_terminate_backend(:pid::int, 5000)');

const lock = statement('lock', 'select pg_advisory_xact_lock(1, 2)');
const locks = statement('locks', `select 1 from pg_locks where locktype = 'advisory' and classid = 1 and objid = 2`);
const lockSoon = statement('lock_soon', `select set_config('lock_timeout', '50ms', true), pg_advisory_xact_lock(1, 2)`);

let tap: Tap;
let metrics: Metrics;
let database: Database;

const databases = await databasesOfFile();
await databases.createTenant(42);
const [controlUrl, cell] = [databases.administratorUrl('control'), databases.administratorUrl('cell')];
const administrator = new Database({ controlUrl, cells: { cell } });
afterAll(() => administrator.close());

beforeEach(async () => {
  tap = await Tap.open(databases.url('cell', 'rapport_public_api'));
  database = connect();
});
afterEach(async () => {
  await database.close();
  await tap.close();
});

/** The databases behind the tap, with metrics of their own. */
function connect(options: Partial<DatabaseOptions> = {}): Database {
  metrics = new Metrics();
  const controlUrl = databases.url('control', 'rapport_public_api');
  return new Database({ controlUrl, cells: { cell: tap.url }, poolSize: 2, metrics, ...options });
}

/** The databases for statements that sleep until something else ends them. */
function connectForSleepers(): Database {
  const url = new URL(tap.url);
  url.searchParams.set('options', '-c statement_timeout=0');
  return connect({ cells: { cell: url.href }, times: { postgresQueryMs: 60_000, tenantWriteMs: 60_000 } });
}

async function refused(work: Promise<unknown>): Promise<{ error: AppError; ms: number }> {
  const start = performance.now();
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof AppError)) {
    throw error;
  }
  return { error, ms: performance.now() - start };
}

async function level(state: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((text) => text.includes(`database="cell",state="${state}"`));
  return Number(line?.split(' ')[1]);
}

test('a call of a frozen server is answered in time, and the server is used again without a restart', async () => {
  const hasty = connect({ times: { postgresQueryMs: 1_000 } });
  const sql = hasty.cell('cell');
  await sql.query(context, one);
  tap.freeze();
  const busy = await Promise.all([1, 2, 3, 4].map(() => refused(sql.query(context, one))));
  for (const { error, ms } of busy) {
    expect([error.code, error.headers['retry-after']]).toEqual(['service_unavailable', '1']);
    expect(ms).toBeLessThan(4_000);
  }
  expect(await level('used')).toBe(0);
  tap.thaw();
  expect(await sql.query(context, one)).toEqual([{ n: 1 }]);
  expect(await metrics.text()).toMatch(
    /database_unavailable_total\{database="cell",reason="(deadline|connect|pool)"\} \d/,
  );
  await hasty.close();
});

test('a statement for which the server has no room on its disk is refused, and counted as that', async () => {
  const { error } = await refused(database.cell('cell').query(context, full));
  expect(error.code).toBe('service_unavailable');
  expect(await metrics.text()).toContain('database_unavailable_total{database="cell",reason="disk_full"} 1');
});

test('the pool notices idle connections that break off', async () => {
  const sql = database.cell('cell');
  await Promise.all([
    sql.query(context, sleep.with({ seconds: 0.05 })),
    sql.query(context, sleep.with({ seconds: 0.05 })),
  ]);
  expect(await level('idle')).toBe(2);
  tap.cut();
  await expect.poll(() => level('idle'), { timeout: 10_000 }).toBe(0);
  expect(await sql.query(context, one)).toEqual([{ n: 1 }]);
});

test('a call whose connection breaks off is answered at once, and the pool loses no connection', async () => {
  const patient = connectForSleepers();
  const sql = patient.cell('cell');
  for (let round = 0; round < 5; round += 1) {
    await administrator.cell('cell').query(context, endSleepers);
    const works = [1, 2].map(() => refused(sql.query(context, sleep.with({ seconds: 60 }))));
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(2);
    tap.cut();
    expect((await Promise.all(works)).map(({ error }) => error.code)).toEqual([
      'service_unavailable',
      'service_unavailable',
    ]);
  }
  expect(await metrics.text()).toMatch(/database_unavailable_total\{database="cell",reason="connection_lost"\} 10/);
  expect(await Promise.all([1, 2, 3].map(() => sql.query(context, one)))).toHaveLength(3);
  expect(await level('used')).toBe(0);
  await patient.close();
});

test('a call of a full pool is answered in time, and a call that waits gets the connection that becomes free', async () => {
  const sql = database.cell('cell');
  const release = Promise.withResolvers<void>();
  const held = [1, 2].map(() => sql.transaction(context, () => release.promise));
  await expect.poll(() => level('used'), { timeout: 10_000 }).toBe(2);
  const { error, ms } = await refused(sql.query(context, one));
  expect(error.code).toBe('service_unavailable');
  expect(ms).toBeLessThan(4_000);
  const waiting = sql.query(context, one);
  release.resolve();
  await Promise.all(held);
  expect(await waiting).toEqual([{ n: 1 }]);
});

test('a statement whose lock another transaction holds for too long is answered in time, and nothing of it is done', async () => {
  const holding = Promise.withResolvers<void>();
  const held = administrator.cell('cell').transaction(context, async (sql) => {
    await sql.query(context, lock);
    await holding.promise;
  });
  await expect
    .poll(async () => (await administrator.cell('cell').query(context, locks)).length, { timeout: 10_000 })
    .toBe(1);
  const { error } = await refused(administrator.cell('cell').query(context, lockSoon));
  expect(error).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  expect(isLockTimeout(error)).toBe(true);
  holding.resolve();
  await held;
});

test('a transaction whose connection the server ends is unavailable, and is undone', async () => {
  const sql = database.cell('cell');
  const { error } = await refused(
    sql.transaction(context, async (within) => {
      const [row] = await within.query<{ pid: number }>(context, backend);
      await administrator.control.query(context, terminate.with({ pid: row?.pid }));
      await within.query(context, one);
    }),
  );
  expect(error.code).toBe('service_unavailable');
  expect(await sql.query(context, one)).toEqual([{ n: 1 }]);
});

test('a write whose answer is lost says that its outcome is open, and a write that was never sent does not', async () => {
  const sql = database.tenant(tenant);
  const insert = statement(
    'open_key',
    `insert into tenant.idempotency_key values (gen_random_uuid(), 'k', '', 201, '', null, now())`,
  );
  await administrator.cell('cell').query(context, endSleepers);
  const patient = connectForSleepers();
  const lost = refused(patient.tenant(tenant).write(context, statement('open_sleep', 'select pg_sleep(60)')));
  await expect.poll(sleeping, { timeout: 10_000 }).toBe(1);
  tap.cut();
  expect((await lost).error.message).toContain('not known');
  const commit = refused(
    sql.transaction(context, async (within) => {
      await within.query(context, insert);
      tap.freeze();
    }),
  );
  expect((await commit).error.message).toContain('not known');
  const unsent = await refused(sql.write(context, insert));
  expect(unsent.error.message).not.toContain('not known');
  await patient.close();
});

test('the writes of one tenant never use up the pool of the others', async () => {
  const patient = connect({ poolSize: 3, times: { tenantWriteMs: 60_000 } });
  const release = Promise.withResolvers<void>();
  const writes = Array.from({ length: 40 }, () => patient.tenant(tenant).transaction(context, () => release.promise));
  await expect.poll(() => level('used'), { timeout: 10_000 }).toBe(2);
  for (let reads = 0; reads < 10; reads += 1) {
    expect(await patient.tenant({ ...tenant, number: 43 }).query(context, one)).toEqual([{ n: 1 }]);
  }
  release.resolve();
  await Promise.all(writes);
  await patient.close();
});

test('a write that gets no turn within its time is refused, counted, and nothing of it is done', async () => {
  const hasty = connect({ times: { tenantWriteMs: 1_000 } });
  const sql = hasty.tenant(tenant);
  const insert = statement(
    'late_key',
    `insert into tenant.idempotency_key values (gen_random_uuid(), 'late', '', 201, '', null, now())`,
  );
  const kept = statement('late_keys', `select 1 from tenant.idempotency_key where key = 'late'`);
  const held = await Promise.all([sql.turn(context), sql.turn(context)]);
  const refusals = await Promise.all(Array.from({ length: 6 }, () => refused(sql.write(context, insert))));
  for (const { error } of refusals) {
    expect(error).toBeInstanceOf(WriteDeadlineExceeded);
  }
  expect(await metrics.text()).toMatch(/database_write_refusals_total\{reason="turn"\} 6/);
  for (const turn of held) {
    turn.end();
  }
  expect(await sql.query(context, kept)).toEqual([]);
  await sql.write(context, insert);
  expect(await sql.query(context, kept)).toHaveLength(1);
  await hasty.close();
});

test('a connection keeps few prepared statements, and forgets the oldest ones on the server too', async () => {
  const single = new Database({ controlUrl: tap.url, cells: { cell: tap.url }, poolSize: 1 });
  const sql = single.cell('cell');
  const many = Array.from({ length: 250 }, (_, n) =>
    statement(`many_${n}`, `select ${n} as n /*${' '.repeat(4_000)}*/`),
  );
  for (const text of [...many, ...many, ...many.slice(0, 20)]) {
    expect(await sql.query(context, text)).toEqual([{ n: Number(text.name.slice(5)) }]);
  }
  const [row] = await sql.query<{ n: number; characters: number }>(
    context,
    statement('prepared', 'select count(*) as n, sum(length(statement)) as characters from pg_prepared_statements'),
  );
  expect(row?.n).toBeGreaterThan(100);
  expect(row?.characters).toBeLessThanOrEqual(480_000);
  await single.close();
});

/** The number of statements that sleep in the cell now. A statement whose client is gone sleeps on. */
async function sleeping(): Promise<number> {
  const [row] = await administrator.cell('cell').query<{ n: number }>(context, sleepers);
  return row?.n ?? 0;
}

test('a transaction in which a failure was swallowed fails, because PostgreSQL rolled it back', async () => {
  const sql = databases.connect('rapport_owner').cell('cell');
  await sql.script(context, 'table', 'create table public.swallowed (n int)');
  const insert = statement('swallowed_insert', 'insert into public.swallowed values (:n)');
  const swallowing = sql.transaction(context, async (tx) => {
    await tx.query(context, insert.with({ n: 1 }));
    await tx.query(context, statement('divide', 'select 1 / 0')).catch(() => undefined);
    return 'done';
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect(await sql.query(context, statement('swallowed_all', 'select n from public.swallowed'))).toEqual([]);
});

test('a transaction that has ended sends nothing more, because its connection serves others', async () => {
  const sql = database.cell('cell');
  const escaped = await sql.transaction(context, async (tx) => ({ tx }));
  await expect(escaped.tx.query(context, one)).rejects.toThrow('has ended');
});

test('a tenant whose schema is not there, and a cell that this process does not know, are unavailable', async () => {
  const forgotten = { ...tenant, number: 43 };
  const read = statement('read_forgotten', 'select id from tenant.customer');
  const { error } = await refused(database.tenant(forgotten).query(context, read));
  expect(error).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  expect(error.cause).toMatchObject({ code: '42P01' });
  expect(await refused(database.tenant(forgotten).row(context, read))).toMatchObject({
    error: { code: 'service_unavailable' },
  });
  expect(() => database.tenant({ ...tenant, cell: 'elsewhere' })).toThrow(
    expect.objectContaining({ code: 'service_unavailable' }),
  );
});
