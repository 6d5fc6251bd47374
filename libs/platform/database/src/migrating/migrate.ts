import { Connection, type ConnectionOptions } from '../wire/connection.ts';
import type { RolePassword } from '../wire/role-password.ts';
import { pendingFiles, readCellLedger, readControlLedger, type Ledger } from './ledger.ts';
import { readMigrations, type MigrationFile, type MigrationScope } from './migration-files.ts';
import { requireLetters } from './require-letters.ts';
import { applyToDatabase, applyToTenant, registerTenantFiles } from './migration-steps.ts';

export interface MigrationTargets {
  readonly controlUrl: string;
  /** From the name of each cell to its address. */
  readonly cells: Readonly<Record<string, string>>;
  /** The password where the addresses have none. */
  readonly password?: RolePassword | undefined;
  /** The folder of the migrations; by default that of this program. */
  readonly folder?: string;
}

export interface MigrateOptions extends MigrationTargets {
  readonly log?: (line: string) => void;
}

/** The migrations that one database lacks. */
export interface MigrationStatus {
  readonly database: string;
  /** The files that were not applied to its own schema yet. */
  readonly pending: readonly string[];
  /** The tenants to whose schema not every file was applied yet. */
  readonly tenantsBehind: readonly number[];
}

/**
 * Brings control, then the cells, then their tenants to the newest version. Each step is one transaction with its row
 * in the ledger, so a migration can be ended at any point and started again, also beside another one. A database that
 * lacks nothing costs one query.
 */
export async function migrate({
  controlUrl,
  cells,
  password,
  folder,
  log = () => undefined,
}: MigrateOptions): Promise<void> {
  const tenantFiles = await readMigrations('tenant', folder);
  await migrateDatabase('control', 'control', { url: controlUrl, password }, folder, log, () => Promise.resolve());
  for (const [cell, url] of Object.entries(cells)) {
    await migrateDatabase('cell', cell, { url, password }, folder, log, async (connection, before) => {
      const pending = pendingFiles(before, 'tenant', tenantFiles);
      if (pending.length > 0) {
        await registerTenantFiles(connection, pending);
      }
      const now = pending.length > 0 ? await readCellLedger(connection, tenantFiles.length) : before;
      await migrateTenants(cell, { url, password }, now.behind, tenantFiles, log);
    });
  }
}

/** The migrations that `migrate` would do, at one query for each database. */
export async function migrationStatus({
  controlUrl,
  cells,
  password,
  folder,
}: MigrationTargets): Promise<MigrationStatus[]> {
  const tenantFiles = await readMigrations('tenant', folder);
  const cellTargets = Object.entries(cells).map(([cell, url]): Target => ['cell', cell, url]);
  const targets: Target[] = [['control', 'control', controlUrl], ...cellTargets];
  return Promise.all(
    targets.map(([scope, database, url]) =>
      connected({ url, password }, async (connection) => {
        const ledger = await readLedger(scope, connection, tenantFiles.length);
        const pending = pendingFiles(ledger, scope, await readMigrations(scope, folder));
        pendingFiles(ledger, 'tenant', tenantFiles);
        const tenantsBehind = ledger.behind.map(({ tenant }) => tenant);
        return { database, pending: pending.map((file) => file.name), tenantsBehind };
      }),
    ),
  );
}

type Address = Pick<ConnectionOptions, 'url' | 'password'>;
type Target = readonly [scope: 'control' | 'cell', database: string, url: string];

const parallelTenants = 4;

async function migrateDatabase(
  scope: 'control' | 'cell',
  database: string,
  address: Address,
  folder: string | undefined,
  log: (line: string) => void,
  then: (connection: Connection, ledger: Ledger) => Promise<void>,
): Promise<void> {
  const files = await readMigrations(scope, folder);
  const tenantVersion = (await readMigrations('tenant', folder)).length;
  await connected(address, async (connection) => {
    if (scope === 'cell') {
      await requireLetters(connection, database);
    }
    const ledger = await readLedger(scope, connection, tenantVersion);
    for (const file of pendingFiles(ledger, scope, files)) {
      if (await applyToDatabase(connection, scope, file)) {
        log(`${database}: ${file.name}`);
      }
    }
    await then(connection, ledger);
  });
}

async function migrateTenants(
  cell: string,
  address: Address,
  behind: Ledger['behind'],
  files: readonly MigrationFile[],
  log: (line: string) => void,
): Promise<void> {
  const waiting = [...behind].sort((a, b) => a.tenant - b.tenant);
  const workers = Array.from({ length: Math.min(parallelTenants, waiting.length) }, () =>
    connected(address, async (connection) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await applyToTenant(connection, next.tenant, files);
        log(`${cell}: tenant ${next.tenant}`);
      }
    }),
  );
  await Promise.all(workers);
}

function readLedger(scope: MigrationScope, connection: Connection, tenantVersion: number): Promise<Ledger> {
  return scope === 'control' ? readControlLedger(connection) : readCellLedger(connection, tenantVersion);
}

async function connected<T>({ url, password }: Address, work: (connection: Connection) => Promise<T>): Promise<T> {
  const options = { url, password, applicationName: 'rapport-migrate', connectMs: 10_000, statementTextMax: 100_000 };
  const connection = await Connection.open(options, () => undefined);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
