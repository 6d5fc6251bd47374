import pg from 'pg';
import { callOf } from '../call.ts';
import type { Connection } from '../wire/connection.ts';
import type { MigrationFile, MigrationScope } from './migration-files.ts';
import { statement } from '../statements/statement.ts';
import { utcText } from '../utc-text.ts';

/** The migrations that were applied to one database, as one query reads them. */
export interface Ledger {
  readonly applied: readonly { scope: MigrationScope; version: number; name: string; checksum: string }[];
  /** Those that no migration has failed at come first, then those that failed longest ago. */
  readonly behind: readonly TenantToMigrate[];
}

/** A tenant whose schema is older than this program's, and why it could not be migrated where that was tried. */
export interface TenantToMigrate {
  readonly tenant: number;
  readonly failure: string | null;
  readonly failedOnUtc: string | null;
}

export async function readControlLedger(connection: Connection): Promise<Ledger> {
  const applied = await orNothing(
    connection.execute<Ledger['applied'][number]>(callOf(controlLedger, 'objects'), readMs),
  );
  return { applied, behind: [] };
}

export async function readCellLedger(connection: Connection, tenantVersion: number): Promise<Ledger> {
  type Row = Ledger['applied'][number] & Omit<TenantToMigrate, 'tenant'> & { tenant: number | null };
  const rows = await orNothing(connection.execute<Row>(callOf(cellLedger.with({ tenantVersion }), 'objects'), readMs));
  return {
    applied: rows.filter((row) => row.tenant === null),
    behind: rows.flatMap(({ tenant, failure, failedOnUtc }) =>
      tenant === null ? [] : [{ tenant, failure, failedOnUtc }],
    ),
  };
}

/** The files to apply. A file that changed after it was applied is refused, because databases would differ for ever. */
export function pendingFiles(ledger: Ledger, scope: MigrationScope, files: readonly MigrationFile[]): MigrationFile[] {
  const applied = new Map(ledger.applied.filter((row) => row.scope === scope).map((row) => [row.version, row]));
  for (const file of files) {
    const row = applied.get(file.version);
    if (row && row.checksum !== file.checksum) {
      throw new Error(
        `${scope}/${file.name} was changed after it was applied as ${row.name}; write a new migration instead`,
      );
    }
  }
  return files.filter((file) => !applied.has(file.version));
}

/** The ledger's own tables. They are made under the lock of the migration, so no other process makes them too. */
export function ledgerText(scope: 'control' | 'cell'): string {
  const tenants = `
    create table if not exists cell.tenant_schema (
      tenant int primary key,
      version int not null,
      migrated_on timestamptz not null default now(),
      failed_on timestamptz,
      failure text
    );
    create index if not exists tenant_schema_version on cell.tenant_schema (version);
    create index if not exists tenant_schema_failed on cell.tenant_schema (tenant) where failed_on is not null;`;
  return `
    create schema if not exists ${scope};
    create table if not exists ${scope}.migration (
      scope text not null,
      version int not null,
      name text not null,
      checksum text not null,
      applied_on timestamptz not null default now(),
      primary key (scope, version)
    );${scope === 'cell' ? tenants : ''}`;
}

const readMs = 60_000;

const controlLedger = statement(
  'control_ledger',
  'select scope, version, name, checksum from control.migration order by version',
);

const cellLedger = statement(
  'cell_ledger',
  `select scope, version, name, checksum, null::int as tenant, null as failure, null as "failedOnUtc" from cell.migration
   union all
   select 'tenant', version, null, null, tenant, failure, ${utcText('failed_on')}
   from cell.tenant_schema where version < :tenantVersion
   order by "failedOnUtc" nulls first, tenant`,
);

/** A database that was never migrated has no ledger. */
async function orNothing<R>(rows: Promise<R[]>): Promise<R[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === '42P01' || error.code === '3F000')) {
      return [];
    }
    throw error;
  }
}
