import { Connection, type ConnectionOptions } from '../wire/connection.ts';
import type { RolePassword } from '../wire/role-password.ts';
import { pendingFiles, readCellLedger, readControlLedger, type Ledger, type TenantToMigrate } from './ledger.ts';
import { readMigrations, type MigrationFile, type MigrationScope } from './migration-files.ts';
import { requireLetters } from './require-letters.ts';
import { applyToDatabase, applyToTenant, noteFailure, registerTenantFiles } from './migration-steps.ts';

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
  /** The tenant that is migrated alone; otherwise all are. */
  readonly tenant?: number | undefined;
  /** The number of tenants of a cell that are migrated at a time. */
  readonly parallel?: number | undefined;
  readonly log?: (line: string) => void;
}

/** The migrations that one database lacks. */
export interface MigrationStatus {
  readonly database: string;
  /** The files that were not applied to its own schema yet. */
  readonly pending: readonly string[];
  /** The tenants to whose schema not every file was applied yet. */
  readonly tenantsBehind: readonly TenantToMigrate[];
}

/**
 * Brings control, then all cells side by side with their tenants to the newest version. Each step is one transaction with
 * its row in the ledger, so a migration can be ended at any point and started again, also beside another one. A database
 * that lacks nothing costs one query. A tenant that fails is noted in the ledger, and holds up no other; a cell that fails
 * ends this once the other cells are done.
 */
export async function migrate({ controlUrl, cells, password, folder, ...options }: MigrateOptions): Promise<void> {
  const { log = () => undefined } = options;
  const tenantFiles = await readMigrations('tenant', folder);
  await migrateDatabase('control', 'control', { url: controlUrl, password }, folder, log, () => Promise.resolve());
  const migrated = Object.entries(cells).map(([cell, url]) =>
    migrateDatabase('cell', cell, { url, password }, folder, log, async (connection, before) => {
      const pending = pendingFiles(before, 'tenant', tenantFiles);
      if (pending.length > 0) {
        await registerTenantFiles(connection, pending);
      }
      const { behind } = pending.length > 0 ? await readCellLedger(connection, tenantFiles.length) : before;
      const wanted = behind.filter(({ tenant }) => options.tenant === undefined || tenant === options.tenant);
      await migrateTenants(cell, { url, password }, wanted, tenantFiles, { ...options, log });
    }),
  );
  await Promise.allSettled(migrated);
  await Promise.all(migrated);
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
        return { database, pending: pending.map((file) => file.name), tenantsBehind: ledger.behind };
      }),
    ),
  );
}

type Address = Pick<ConnectionOptions, 'url' | 'password'>;
type Target = readonly [scope: 'control' | 'cell', database: string, url: string];

const parallelTenants = 4;
/** So many failures are those of the release, not of its tenants. */
const failuresMax = 10;

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
  { parallel = parallelTenants, log }: Pick<MigrateOptions, 'parallel'> & { readonly log: (line: string) => void },
): Promise<void> {
  const waiting = [...behind];
  let failures = 0;
  const takeNext = () => (failures < failuresMax ? waiting.shift() : undefined);
  const workers = Array.from({ length: Math.min(parallel, waiting.length) }, () =>
    connected(address, async (connection) => {
      for (let next = takeNext(); next; next = takeNext()) {
        const failure = await failureOf(connection, next.tenant, files);
        failures += failure === undefined ? 0 : 1;
        log(`${cell}: tenant ${next.tenant}${failure === undefined ? '' : ` failed: ${failure}`}`);
      }
    }),
  );
  await Promise.all(workers);
  if (waiting.length > 0) {
    log(`${cell}: ${waiting.length} tenants wait, because ${failures} failed`);
  }
}

/** Why the tenant could not be migrated; undefined once it is. */
async function failureOf(
  connection: Connection,
  tenant: number,
  files: readonly MigrationFile[],
): Promise<string | undefined> {
  try {
    await applyToTenant(connection, tenant, files);
    return undefined;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    // A server that takes no note has failed itself, and the tenant has not.
    await noteFailure(connection, tenant, files, failure).catch(() => {
      throw error;
    });
    return failure;
  }
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
