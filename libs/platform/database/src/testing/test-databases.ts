import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { Database, type DatabaseOptions } from '../database.ts';
import { migrate } from '../migrating/migrate.ts';
import { readMigrations } from '../migrating/migration-files.ts';
import { databaseRoles, type DatabaseRole } from '../database-roles.ts';
import { databaseTexts, prepareDatabases } from '../migrating/prepare-databases.ts';
import { createTenantSchema } from '../migrating/tenant-schema.ts';
import { PlanSession } from './plan-session.ts';

/** A control database and one cell of a test's own, copied from a migrated template on a server of the test run. */
export interface TestDatabases {
  /** The address of one of the two, as one of the roles. */
  url(database: 'control' | 'cell', role: DatabaseRole): string;
  administratorUrl(database: 'control' | 'cell'): string;
  /** The databases as a service sees them; `cell` is the name of the one cell. Closed with the rest. */
  connect(role: DatabaseRole, options?: Partial<DatabaseOptions>): Database;
  /** A session that makes and measures plans as one of the roles. Closed with the rest. */
  planSession(database: 'control' | 'cell', role: DatabaseRole, smallTables?: readonly string[]): Promise<PlanSession>;
  createTenant(tenantNumber: number): Promise<void>;
  drop(): Promise<void>;
}

export async function createTestDatabases(administratorUrl: string): Promise<TestDatabases> {
  const suffix = randomBytes(6).toString('hex');
  const names = { control: `rapport_test_control_${suffix}`, cell: `rapport_test_cell_${suffix}` };
  await administer(administratorUrl, async (client) => {
    await copyTemplate(client, await preparedTemplate(client, administratorUrl), names);
  });
  const addressOf = (name: string, role?: DatabaseRole): string => address(administratorUrl, name, role);
  const opened: { close(): Promise<void> }[] = [];
  const connect = (role: DatabaseRole, options: Partial<DatabaseOptions> = {}): Database => {
    const controlUrl = addressOf(names.control, role);
    const database = new Database({ controlUrl, cells: { cell: addressOf(names.cell, role) }, ...options });
    opened.push(database);
    return database;
  };
  return {
    url: (database, role) => addressOf(names[database], role),
    administratorUrl: (database) => addressOf(names[database]),
    connect,
    async planSession(database, role, smallTables = []) {
      const session = await PlanSession.open(addressOf(names[database], role), smallTables);
      opened.push(session);
      return session;
    },
    async createTenant(tenantNumber) {
      const owner = connect('rapport_owner', { poolSize: 1 });
      await createTenantSchema({ trace: { traceId: 'test', traceparent: '' } }, owner.cell('cell'), tenantNumber);
    },
    async drop() {
      await Promise.all(opened.map((one) => one.close()));
      await administer(administratorUrl, async (client) => {
        for (const name of Object.values(names)) {
          await client.query(`drop database if exists ${name} with (force)`);
        }
      });
    },
  };
}

type Names = Record<'control' | 'cell', string>;

const password = 'only-for-tests';

/** The template that tests copy, once for each server: the first test process migrates it, the others wait. */
async function preparedTemplate(client: pg.Client, administratorUrl: string): Promise<Names> {
  const files = await Promise.all((['control', 'cell', 'tenant'] as const).map((scope) => readMigrations(scope)));
  const checksums = files.flat().map(({ checksum }) => checksum);
  const hash = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 12);
  const names = { control: `rapport_template_control_${hash}`, cell: `rapport_template_cell_${hash}` };
  if (!(await isPrepared(client, names))) {
    await client.query(`select pg_advisory_lock(${advisoryLocks.migration}, 2)`);
    if (!(await isPrepared(client, names))) {
      await prepareTemplate(client, administratorUrl, names);
    }
    await client.query(`select pg_advisory_unlock(${advisoryLocks.migration}, 2)`);
  }
  return names;
}

async function isPrepared(client: pg.Client, names: Names): Promise<boolean> {
  const { rows } = await client.query('select from pg_database where datname = any ($1) and datistemplate', [
    Object.values(names),
  ]);
  return rows.length === 2;
}

/** The databases are called templates once they are complete. */
async function prepareTemplate(client: pg.Client, administratorUrl: string, names: Names): Promise<void> {
  const passwords = Object.fromEntries(databaseRoles.map((role) => [role, password]));
  await prepareDatabases({ administratorUrl, control: names.control, cells: [names.cell], passwords });
  await migrate({
    controlUrl: address(administratorUrl, names.control, 'rapport_owner'),
    cells: { cell: address(administratorUrl, names.cell, 'rapport_owner') },
  });
  for (const name of Object.values(names)) {
    await client.query(`alter database ${name} is_template true`);
  }
}

/** Files are copied in half the time that it takes to log their pages, and a copy that way is dropped in a third. */
async function copyTemplate(client: pg.Client, template: Names, names: Names): Promise<void> {
  for (const database of ['control', 'cell'] as const) {
    const copied = `template ${template[database]} strategy file_copy`;
    await client.query(`create database ${names[database]} ${copied} owner rapport_owner`);
  }
  for (const { open } of databaseTexts({ control: names.control, cells: [names.cell] })) {
    await client.query(open.join(';'));
  }
}

async function administer(administratorUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function address(administratorUrl: string, database: string, role?: DatabaseRole): string {
  const url = new URL(administratorUrl);
  url.pathname = database;
  if (role) {
    url.username = role;
    url.password = password;
  }
  return url.href;
}
