import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { advisoryLocks } from '../advisory-locks.ts';
import { catalogueGenerator, catalogueOf } from './catalogue.ts';
import { databaseFolder, readMigrations } from './migration-files.ts';
import { migrate, migrationStatus } from './migrate.ts';
import { statement } from '../statements/statement.ts';
import { schemaName } from '../tenant/tenant-text.ts';
import { templateGenerator } from './tenant-schema.ts';
import { createTestDatabases, type TestDatabases } from '../testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };

let databases: TestDatabases;
let folder: string;

const next = (await readMigrations('tenant')).length + 1;
beforeEach(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  folder = await mkdtemp(join(tmpdir(), 'rapport-migrations-'));
  await cp(join(databaseFolder, 'migrations'), folder, { recursive: true });
});
afterEach(async () => {
  await databases.drop();
  await rm(folder, { recursive: true, force: true });
});

function targets() {
  return {
    controlUrl: databases.url('control', 'rapport_owner'),
    cells: { cell: databases.url('cell', 'rapport_owner') },
    folder,
  };
}

async function addTenantFile(text: string): Promise<void> {
  await addFile('tenant', text);
}

/** Writes a file behind the migrations that are there. A second call replaces it. */
async function addFile(scope: 'cell' | 'tenant', text: string): Promise<void> {
  const number = (await readMigrations(scope)).length + 1;
  await writeFile(join(folder, scope, `${String(number).padStart(4, '0')}-more.sql`), text);
}

async function tenantsWith(table: string): Promise<number[]> {
  const sql = databases.connect('rapport_owner', { poolSize: 1 }).cell('cell');
  const where = statement(
    'where_is',
    `select substr(schemaname, 2)::int as n from pg_tables where tablename = :table and schemaname ~ '^t[0-9]' order by 1`,
  );
  return (await sql.query<{ n: number }>(context, where.with({ table }))).map(({ n }) => n);
}

test('the committed template and listings of the catalogue are what the migrations make', async () => {
  const made = {
    ...(await templateGenerator.run()),
    ...(await catalogueGenerator(inject('postgresAdministratorUrl')).run()),
  };
  for (const [path, content] of Object.entries(made)) {
    expect([path, await readFile(join(databaseFolder, '..', '..', '..', path), 'utf8')]).toEqual([path, content]);
  }
});

test('a tenant that was migrated is like one that is made from the template', async () => {
  await databases.createTenant(1);
  const files = await readMigrations('tenant');
  const owner = databases.connect('rapport_owner', { poolSize: 1 });
  await owner
    .cell('cell')
    .script(context, 'an_old_tenant', 'insert into cell.tenant_schema (tenant, version) values (2, 0)');
  await migrate(targets());
  const url = databases.administratorUrl('cell');
  expect(await catalogueOf(url, 't00002', 'tenant')).toBe(await catalogueOf(url, 't00001', 'tenant'));
  expect((await tenantsWith('customer')).length).toBe(2);
  expect(files.length).toBe(next - 1);
});

test('the status names what is missing and changes nothing, and migrate does it once', async () => {
  await databases.createTenant(1);
  await databases.createTenant(2);
  await addTenantFile('create table tenant.more (id int);');
  const neverTried = { failure: null, failedOnUtc: null };
  const tenantsBehind = [1, 2].map((tenant) => ({ tenant, ...neverTried }));
  for (let times = 0; times < 2; times += 1) {
    const status = await migrationStatus(targets());
    expect(status.map(({ pending }) => pending)).toEqual([[], []]);
    expect(status[1]).toEqual({ database: 'cell', pending: [], tenantsBehind });
  }
  expect(await tenantsWith('more')).toEqual([]);
  const lines: string[] = [];
  await migrate({ ...targets(), log: (line) => lines.push(line) });
  expect(lines.sort()).toEqual(['cell: tenant 1', 'cell: tenant 2']);
  await migrate({ ...targets(), log: (line) => lines.push(line) });
  expect(lines).toHaveLength(2);
  expect(await tenantsWith('more')).toEqual([1, 2]);
});

test('a cell whose database knows no letters beyond ASCII is refused before anything is done', async () => {
  const administrator = new pg.Client({ connectionString: databases.administratorUrl('cell') });
  await administrator.connect();
  const name = `rapport_test_no_letters_${process.pid}`;
  try {
    await administrator.query(`create database ${name} owner rapport_owner template template0 lc_ctype 'C'`);
    const url = new URL(databases.url('cell', 'rapport_owner'));
    url.pathname = name;
    await expect(migrate({ ...targets(), cells: { bare: url.toString() } })).rejects.toThrow(
      'The database bare was made with LC_CTYPE C, which knows no letters beyond ASCII',
    );
  } finally {
    await administrator.query(`drop database if exists ${name} with (force)`);
    await administrator.end();
  }
});

test('a file that was changed after it was applied is refused', async () => {
  const [first] = await readMigrations('cell');
  await writeFile(join(folder, 'cell', first?.name ?? ''), `${first?.text}\n-- changed`);
  await expect(migrate(targets())).rejects.toThrow('was changed after it was applied');
  await expect(migrationStatus(targets())).rejects.toThrow('was changed after it was applied');
});

test('a failing migration leaves its tenant as it was', async () => {
  await databases.createTenant(1);
  await addTenantFile('create table tenant.more (id int); select 1 / 0;');
  await migrate(targets());
  expect((await migrationStatus(targets()))[1]?.tenantsBehind).toMatchObject([{ failure: 'division by zero' }]);
  expect(await tenantsWith('more')).toEqual([]);
  await addTenantFile('create table tenant.more (id int);');
  await expect(migrate(targets())).rejects.toThrow('was changed');
});

test('processes that migrate at the same time do everything once', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await databases.createTenant(number);
  }
  await addTenantFile('create table tenant.more (id int);');
  await addFile('cell', 'create table cell.more (id int);');
  await Promise.all([migrate(targets()), migrate(targets()), migrate(targets())]);
  expect(await tenantsWith('more')).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
});

test('a migration that was killed in the middle is finished by the next one', async () => {
  const numbers = [1, 2, 3, 4, 5];
  for (const number of numbers) {
    await databases.createTenant(number);
  }
  await addTenantFile('create table tenant.more (id int); select from tenant.customer limit 0;');
  const holder = new pg.Client({ connectionString: databases.administratorUrl('cell') });
  await holder.connect();
  await holder.query('begin');
  for (const number of numbers.slice(1)) {
    await holder.query(`lock table ${schemaName(number)}.customer in access exclusive mode`);
  }
  const { controlUrl, cells } = targets();
  const program = join(databaseFolder, 'src', 'testing', 'migrate-and-log.ts');
  const child = spawn(process.execPath, [program, controlUrl, JSON.stringify(cells), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const done = await tenantsWith('more');
  expect(done).toEqual([1]);
  await holder.end();
  await migrate(targets());
  expect(await tenantsWith('more')).toEqual(numbers);
});

test('a request behind a migration that waits for a table is served, because the migration gives up first', async () => {
  await databases.createTenant(1);
  await addTenantFile('alter table tenant.customer add column more int;');
  const read = statement('behind_a_migration', 'select count(*)::int as n from tenant.customer');
  const api = databases.connect('rapport_public_api', { poolSize: 1 }).tenant({ number: 1, cell: 'cell' });
  await api.query(context, read);
  await beside(async (other) => {
    await other.query('begin; select from t00001.customer');
    const migrated = migrate(targets());
    await expect.poll(() => waitMs(other, 'relation'), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await api.query(context, read)).toEqual([{ n: 0 }]);
    await other.query('commit');
    await migrated;
  });
});

test('a migration that makes an index before it changes the table succeeds at its second attempt under constant writes', async () => {
  await databases.createTenant(1);
  await beside(async (other) => {
    await other.query('create sequence public.attempts; grant all on sequence public.attempts to public');
  });
  await addTenantFile(`select nextval('public.attempts'); create index more on tenant.customer (phone);
    select pg_sleep(1); alter table tenant.customer add column more int;`);
  const writing = new AbortController();
  const writers = [1, 2, 3].map(() => beside((other) => write(other, writing.signal)));
  try {
    await migrate(targets());
  } finally {
    writing.abort();
    await Promise.all(writers);
  }
  await beside(async (other) => {
    const { rows } = await other.query<{ n: number }>('select last_value::int as n from public.attempts');
    expect(rows[0]?.n).toBeLessThanOrEqual(2);
  });
});

/** Writes as requests do: a statement reads its table, then locks it for the write, and gives up after a while. */
async function write(other: pg.Client, until: AbortSignal): Promise<void> {
  await other.query(`set lock_timeout = '1500ms'`);
  while (!until.aborted) {
    await other
      .query('with before as (select id from t00001.customer) update t00001.customer set name = name where id is null')
      .catch(() => undefined);
  }
}

test('a migration waits for another one as long as that takes', async () => {
  await databases.createTenant(1);
  await addTenantFile('create table tenant.more (id int);');
  await beside(async (other) => {
    await other.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.migration}, 1)`);
    const migrated = migrate(targets());
    await expect.poll(() => waitMs(other, 'advisory'), { timeout: 10_000 }).toBeGreaterThan(2_500);
    await other.query('commit');
    await migrated;
  });
  expect(await tenantsWith('more')).toEqual([1]);
});

/** Gives `work` a session of its own in the cell. */
async function beside(work: (other: pg.Client) => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: databases.administratorUrl('cell') });
  await other.connect();
  try {
    await work(other);
  } finally {
    await other.end();
  }
}

/** The longest wait of a session for such a lock of the cell; 0 where none waits. */
async function waitMs(other: pg.Client, lock: 'relation' | 'advisory'): Promise<number> {
  const { rows } = await other.query<{ ms: number }>(
    `select coalesce(extract(epoch from max(clock_timestamp() - waitstart)) * 1000, 0)::int as ms from pg_locks
     where not granted and locktype = $1 and database = (select oid from pg_database where datname = current_database())`,
    [lock],
  );
  return rows[0]?.ms ?? 0;
}

test('a tenant that is made twice is made once', async () => {
  await databases.createTenant(7);
  await databases.createTenant(7);
  expect(await tenantsWith('customer')).toEqual([7]);
});

test('an older program makes no tenant in a cell that is newer than it', async () => {
  await addTenantFile('create table tenant.more (id int);');
  await migrate(targets());
  await expect(databases.createTenant(1)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await tenantsWith('customer')).toEqual([]);
});
