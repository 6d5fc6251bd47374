import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untracedContext } from '@rapport/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../statements/statement.ts';
import { databasesOfFile } from '../testing/index.ts';
import { databaseFolder, readMigrations } from './migration-files.ts';
import { schemaName } from '../tenant/tenant-text.ts';
import { migrate, migrationStatus, type MigrateOptions } from './migrate.ts';

const context = untracedContext();
const databases = { first: await databasesOfFile(), second: await databasesOfFile() };
const newest = (await readMigrations('tenant')).length;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-migrations-'));
  await cp(join(databaseFolder, 'migrations'), folder, { recursive: true });
  const file = `${String(newest + 1).padStart(4, '0')}-more.sql`;
  await writeFile(join(folder, 'tenant', file), 'create table tenant.more (id int);');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function inCell(name: keyof typeof databases, text: string): Promise<void> {
  return databases[name].connect('rapport_owner', { poolSize: 1 }).cell('cell').script(context, 'in_cell', text);
}

/** Tenants of which the file makes a table. In one that is broken there is such a table already. */
async function putTenants(cell: keyof typeof databases, numbers: readonly number[], isBroken: (n: number) => boolean) {
  const texts = numbers.map(
    (n) => `create schema ${schemaName(n)}; insert into cell.tenant_schema (tenant, version) values (${n}, ${newest});
      ${isBroken(n) ? `create table ${schemaName(n)}.more (id int);` : ''}`,
  );
  await inCell(cell, texts.join(''));
}

async function migrated(options: Partial<MigrateOptions> = {}): Promise<string[]> {
  const lines: string[] = [];
  await migrate({ ...targets(), parallel: 1, ...options, log: (line) => lines.push(line) });
  return lines;
}

function targets() {
  const urlOf = (cell: keyof typeof databases): string => databases[cell].url('cell', 'rapport_owner');
  const cells = { first: urlOf('first'), second: urlOf('second') };
  return { controlUrl: databases.first.url('control', 'rapport_owner'), cells, folder };
}

async function behind(): Promise<unknown[]> {
  const cells = (await migrationStatus(targets())).slice(1);
  return cells.map(({ tenantsBehind }) => tenantsBehind.map(({ tenant, failure }) => [tenant, failure]));
}

const failure = 'relation "more" already exists';
const ofFirst = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('first'));

test('a tenant that fails is noted with its reason and holds up no other, and the next migration tries it last', async () => {
  await putTenants('first', [1, 2, 3], (n) => n === 1);
  expect(await migrated()).toEqual([`first: tenant 1 failed: ${failure}`, 'first: tenant 2', 'first: tenant 3']);
  expect(await behind()).toEqual([[[1, failure]], []]);
  const service = databases.first.connect('rapport_public_api', { poolSize: 1 });
  await service.schemas.start();
  expect([...service.schemas.tenantsFailed()]).toEqual([[{ cell: 'cell' }, 1]]);

  await putTenants('first', [4, 5], () => false);
  expect(await migrated({ tenant: 5 })).toEqual(['first: tenant 5']);
  await inCell('first', 'drop table t00001.more;');
  expect(await migrated()).toEqual(['first: tenant 4', 'first: tenant 1']);
  expect(await behind()).toEqual([[], []]);
  const sql = databases.first.connect('rapport_owner', { poolSize: 1 }).cell('cell');
  expect(await sql.query(context, failures)).toEqual([]);
});

const failures = statement(
  't_failures',
  'select tenant from cell.tenant_schema where num_nonnulls(failed_on, failure) > 0',
);

test('after ten failures the rest of a cell waits, and another cell is migrated', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 10);
  await putTenants('first', numbers, (n) => n < 20);
  await putTenants('second', [30, 31], () => false);
  const lines = await migrated();
  expect(lines).toEqual(expect.arrayContaining(['second: tenant 30', 'second: tenant 31']));
  expect(ofFirst(lines).slice(10)).toEqual(['first: 2 tenants wait, because 10 failed']);
  // Those that no migration has tried come first now, so they are done however many others fail.
  expect(ofFirst(await migrated()).slice(0, 2)).toEqual(['first: tenant 20', 'first: tenant 21']);
  expect((await behind())[0]).toHaveLength(10);
  await inCell('first', numbers.map((n) => `drop table if exists ${schemaName(n)}.more;`).join(''));
  await migrated({ parallel: 4 });
  expect(await behind()).toEqual([[], []]);
});

test('a cell that is away holds up no other, and the migration fails', async () => {
  await putTenants('second', [40], () => false);
  const cells = { away: 'postgres://rapport_owner@127.0.0.1:1/nowhere', second: targets().cells.second };
  await expect(migrated({ cells })).rejects.toThrow('no connection to PostgreSQL');
  expect(await behind()).toEqual([[], []]);
});
