import { times } from '@rapport/config';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { databaseRoles, type DatabaseRole } from '../database-roles.ts';

export interface PrepareOptions {
  readonly administratorUrl: string;
  readonly control: string;
  readonly cells: readonly string[];
  /** A role without a password here keeps its own; a new role without one cannot log in. */
  readonly passwords?: Partial<Record<DatabaseRole, string>>;
}

/** Makes the roles and the empty databases that migrations fill. A second time it changes nothing but the passwords. */
export async function prepareDatabases({
  administratorUrl,
  control,
  cells,
  passwords = {},
}: PrepareOptions): Promise<void> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${advisoryLocks.migration}, 1)`);
    for (const role of databaseRoles) {
      await prepareRole(client, role, passwords[role]);
    }
    await client.query('grant rapport_owner to rapport_subscription_service');
    for (const database of [control, ...cells]) {
      await prepareDatabase(client, database, database === control ? services : cellServices);
    }
  } finally {
    await client.end();
  }
}

const services = databaseRoles.filter((role) => role !== 'rapport_owner');
const cellServices = services.filter((role) => role !== 'rapport_token_service');

/**
 * Times stay text in UTC everywhere, and no transaction holds its locks for ever. What a function reads behind a tenant's
 * lock is as new as the lock in this isolation alone, whatever the default of the database is.
 */
const everyRole = {
  timezone: 'UTC',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: `${times.postgresIdleInTransactionMs}ms`,
};

/**
 * PostgreSQL plans once for all parameters; by itself it plans lists anew at each call. A plan never scans a whole
 * table: a plan that is made while the outbox is empty would do so for ever, and took 20.7 ms where 0.5 do with 60,000
 * rows.
 */
const serviceRole = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  synchronous_commit: 'on',
  statement_timeout: `${times.postgresStatementMs}ms`,
  lock_timeout: `${times.postgresLockMs}ms`,
};

async function prepareRole(client: pg.Client, role: DatabaseRole, password: string | undefined): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rows.length === 0) {
    await client.query(`create role ${role} login`);
  }
  if (password !== undefined) {
    await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
  }
  const settings = role === 'rapport_owner' ? everyRole : { ...everyRole, ...serviceRole };
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`alter role ${role} set ${name} = ${client.escapeLiteral(value)}`);
  }
}

async function prepareDatabase(client: pg.Client, name: string, connecting: readonly DatabaseRole[]): Promise<void> {
  const database = client.escapeIdentifier(name);
  const { rows } = await client.query('select from pg_database where datname = $1', [name]);
  if (rows.length === 0) {
    await client.query(`create database ${database} owner rapport_owner template template0`);
  }
  await client.query(`revoke all on database ${database} from public`);
  await client.query(`grant connect on database ${database} to ${connecting.join(', ')}`);
}
