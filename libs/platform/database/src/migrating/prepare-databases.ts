import { setTimeout as delay } from 'node:timers/promises';
import { times } from '@rapport/config';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { databaseRoles, type DatabaseRole } from '../database-roles.ts';
import { unavailableReason } from '../failures.ts';

/** The databases that one server is to have. */
export interface ServerDatabases {
  /** The name of control, where it is on this server. */
  readonly control?: string | undefined;
  readonly cells: readonly string[];
}

export interface PrepareOptions extends ServerDatabases {
  readonly administratorUrl: string;
  /** A role without a password here keeps its own; a new role without one cannot log in. */
  readonly passwords?: Partial<Record<DatabaseRole, string>>;
  /** A server that does not answer yet is waited for so long. */
  readonly waitMs?: number;
}

/**
 * Makes the roles and the empty databases that migrations fill, on one server. A second time it changes nothing but the
 * passwords. The administrator may make roles and databases, and need be no superuser.
 */
export async function prepareDatabases({
  administratorUrl,
  passwords = {},
  waitMs = 0,
  ...databases
}: PrepareOptions): Promise<void> {
  const client = await connected(administratorUrl, waitMs);
  try {
    await client.query(`select pg_advisory_lock(${advisoryLocks.migration}, 1)`);
    for (const text of roleTexts()) {
      await client.query(text);
    }
    for (const [role, password] of Object.entries(passwords)) {
      await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`);
    }
    for (const { name, make, open } of databaseTexts(databases)) {
      const { rows } = await client.query('select from pg_database where datname = $1', [name]);
      if (rows.length === 0) {
        await client.query(make);
      }
      for (const text of open) {
        await client.query(text);
      }
    }
  } finally {
    await client.end();
  }
}

/** A server that refuses the administrator answers, so that is not waited for. */
async function connected(connectionString: string, waitMs: number): Promise<pg.Client> {
  for (const end = performance.now() + waitMs; ; await delay(pauseMs)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isAnswer = error instanceof pg.DatabaseError && unavailableReason(error) === null;
      if (isAnswer || performance.now() > end) {
        throw error;
      }
    }
  }
}

/** The preparation as a text for psql, for a server whose administrator is a person. It sets no passwords. */
export function preparationScript(databases: ServerDatabases): string {
  const made = databaseTexts(databases).flatMap(({ name, make, open }) => [
    `select ${pg.escapeLiteral(make)} where not exists (select from pg_database where datname = ${pg.escapeLiteral(name)}) \\gexec`,
    ...open.map((text) => `${text};`),
  ]);
  return `${[...roleTexts().map((text) => `${text};`), ...made].join('\n')}\n`;
}

const connectMs = 10_000;
const pauseMs = 500;

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

function roleTexts(): string[] {
  const made = databaseRoles.flatMap((role) => [
    `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login; end if; end $$`,
    ...Object.entries(role === 'rapport_owner' ? everyRole : { ...everyRole, ...serviceRole }).map(
      ([name, value]) => `alter role ${role} set ${name} = '${value}'`,
    ),
  ]);
  return [
    ...made,
    withdrawInherited,
    'grant rapport_owner to rapport_subscription_service with admin false, inherit false, set true',
    'grant rapport_application_api to rapport_subscription_service with admin false, inherit true, set false',
    // Only a member of a role gives it a database. A superuser is one of every role.
    `do $$ begin if not pg_has_role('rapport_owner', 'set') then execute format('grant rapport_owner to %I', current_user); end if; end $$`,
  ];
}

/**
 * The subscription service takes the owner's role for the schema of a tenant, in a transaction that says so, and has nothing
 * of it otherwise. Another administrator may have given it more.
 */
const withdrawInherited = `do $$ declare grantor name; begin for grantor in
  select giver.rolname from pg_auth_members held join pg_roles giver on giver.oid = held.grantor
  where held.roleid = 'rapport_owner'::regrole and held.member = 'rapport_subscription_service'::regrole
    and held.inherit_option
loop execute format('revoke rapport_owner from rapport_subscription_service granted by %I', grantor); end loop; end $$`;

/** Text sorts alike on every system, and searches ask the character types which characters are letters. */
const locale = `encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C.UTF-8'`;

/** For each database the text that makes it, and those that let the services connect. */
export function databaseTexts({ control, cells }: ServerDatabases) {
  return [...(control === undefined ? [] : [control]), ...cells].map((name) => {
    const database = pg.escapeIdentifier(name);
    const connecting = name === control ? services : cellServices;
    return {
      name,
      make: `create database ${database} owner rapport_owner template template0 ${locale}`,
      open: [
        `revoke all on database ${database} from public`,
        `grant connect on database ${database} to ${connecting.join(', ')}`,
      ],
    };
  });
}
