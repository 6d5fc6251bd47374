import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@rapport/config';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { callOf } from '../call.ts';
import type { Connection } from '../wire/connection.ts';
import { ledgerText } from './ledger.ts';
import type { MigrationFile } from './migration-files.ts';
import { statement } from '../statements/statement.ts';
import { renderForTenant } from '../tenant/tenant-text.ts';

/** Applies one file to control or a cell. False where another process did so first. */
export async function applyToDatabase(
  connection: Connection,
  scope: 'control' | 'cell',
  file: MigrationFile,
): Promise<boolean> {
  return underLock(connection, 0, async () => {
    await connection.script(ledgerText(scope), stepMs);
    const inserted = await connection.execute(callOf(insertMigration[scope].with({ ...file, scope }), 'raw'), stepMs);
    if (inserted.length === 0) {
      return false;
    }
    await connection.script(file.text, stepMs);
    return true;
  });
}

/**
 * Notes the files of which this cell's tenants are made. So a file that changes later is noticed, and an older program
 * makes no more tenants, because they would lack a file.
 */
export async function registerTenantFiles(connection: Connection, files: readonly MigrationFile[]): Promise<void> {
  await underLock(connection, 0, async () => {
    for (const file of files) {
      await connection.execute(callOf(insertMigration.cell.with({ ...file, scope: 'tenant' }), 'raw'), stepMs);
    }
  });
}

/**
 * Brings one tenant's schema to the newest version, in one transaction with its row in the ledger. A file that makes an
 * index and then changes the table meets writes that wait for the index and hold up the change, and builds the index in
 * vain. So every attempt but the first takes all tables before it builds.
 */
export async function applyToTenant(
  connection: Connection,
  tenantNumber: number,
  files: readonly MigrationFile[],
): Promise<void> {
  await underLock(connection, tenantNumber, async (attempt) => {
    const held = callOf(tenantVersion.with({ tenantNumber }), 'objects');
    const [row] = await connection.execute<{ version: number }>(held, stepMs);
    const missing = files.filter((file) => file.version > (row?.version ?? files.length));
    const newest = missing.at(-1);
    if (!newest) {
      return;
    }
    if (attempt > 1) {
      await connection.script(renderForTenant(takeTables, tenantNumber), stepMs);
    }
    await connection.script(missing.map((file) => renderForTenant(file.text, tenantNumber)).join('\n'), stepMs);
    await connection.execute(callOf(setTenantVersion.with({ tenantNumber, version: newest.version }), 'raw'), stepMs);
  });
}

/** Notes why a tenant could not be migrated. One that another process has migrated meanwhile stays as it is. */
export async function noteFailure(
  connection: Connection,
  tenantNumber: number,
  files: readonly MigrationFile[],
  failure: string,
): Promise<void> {
  const noted = setTenantFailure.with({ tenantNumber, newest: files.length, failure });
  await connection.execute(callOf(noted, 'raw'), stepMs);
}

/** The deadline of a step, whose indexes may take long. */
const stepMs = 3_600_000;
/**
 * Requests wait behind a step that waits for a table, so it gives up before they do. It waits for more than a second,
 * after which PostgreSQL ends an autovacuum that holds the table.
 */
const lockMs = times.postgresLockMs - 250;
const attemptsMax = 20;

/** The row comes first: of two processes that migrate at the same time one gets it. */
const insertMigration = { control: insertInto('control'), cell: insertInto('cell') };

const tenantVersion = statement(
  'tenant_version',
  'select version from cell.tenant_schema where tenant = :tenantNumber for update',
);

const setTenantVersion = statement(
  'set_tenant_version',
  `update cell.tenant_schema set version = :version, migrated_on = now(), failed_on = null, failure = null
    where tenant = :tenantNumber`,
);

const setTenantFailure = statement(
  'set_tenant_failure',
  `update cell.tenant_schema set failed_on = clock_timestamp(), failure = :failure
    where tenant = :tenantNumber and version < :newest`,
);

const takeTables = `do $$ declare taken regclass; begin
  for taken in select oid from pg_class where relkind = 'r' and relnamespace = ':schema'::regnamespace loop
    execute format('lock table %s in access exclusive mode', taken);
  end loop;
end $$`;

function insertInto(schema: 'control' | 'cell') {
  return statement(
    `insert_${schema}_migration`,
    `insert into ${schema}.migration (scope, version, name, checksum) values (:scope, :version, :name, :checksum)
    on conflict do nothing returning version`,
  );
}

/**
 * Runs `work` in a transaction that gives up soon where it has to wait for a table, and tries again. Behind a long
 * transaction it would keep all others waiting. It waits for another migration as long as that takes, because no
 * request waits behind it there.
 */
async function underLock<T>(connection: Connection, key: number, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.script(
        `begin; select pg_advisory_xact_lock(${advisoryLocks.migration}, ${key}); set local lock_timeout = '${lockMs}ms'`,
        stepMs,
      );
      const result = await work(attempt);
      await connection.script('commit', stepMs);
      return result;
    } catch (error) {
      await connection.script('rollback', stepMs).catch(() => undefined);
      if (attempt === attemptsMax || !isTransient(error)) {
        throw error;
      }
      await pause(100 * attempt);
    }
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '40P01', '40001'].includes(error.code ?? '');
}
