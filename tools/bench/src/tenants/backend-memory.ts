import { readFile } from 'node:fs/promises';
import { newId } from '@rapport/kernel';
import type { TemporaryPlatform } from '@rapport/testbed';
import pg from 'pg';
import { customerStatements, statementOf } from '../core/customers.ts';
import type { FilledTenant } from '../core/customers.ts';

/** What one backend of PostgreSQL holds of each tenant that it has touched, in bytes. */
export interface BackendMemory {
  /** Relations, indexes and statistics, after a page, a record and a create. */
  readonly perTenant: number;
  /** A prepared statement, by its name. */
  readonly perStatement: Readonly<Record<string, number>>;
  /** The private memory of each backend that serves the public API. */
  readonly ofServing: readonly number[];
}

/**
 * Sends the public API's statements, as its role, on a connection of its own and asks its backend what it holds: first
 * without names, so that the backend keeps all but statements, and then with names.
 */
export async function measureBackend(
  platform: TemporaryPlatform,
  tenants: readonly FilledTenant[],
): Promise<BackendMemory> {
  const administrator = await connect(await platform.sqlUrl('administrator'));
  await administrator.query('grant pg_read_all_stats to rapport_public_api');
  const probe = await connect(await platform.sqlUrl('public-api'));
  try {
    const [first, ...others] = tenants;
    if (!first || others.length === 0) {
      throw new Error('Two tenants are needed to see what one costs.');
    }
    const send = (tenant: FilledTenant, kind: Kind, isNamed: boolean): Promise<unknown> => {
      const { name, text } = statementOf(tenant, statements[kind].statement);
      return probe.query({ ...(isNamed && { name }), text, values: statements[kind].values(tenant) });
    };
    for (const kind of kinds) {
      await send(first, kind, false);
    }
    const before = await contexts(probe);
    for (const tenant of others) {
      for (const kind of kinds) {
        await send(tenant, kind, false);
      }
    }
    const touched = await contexts(probe);
    const perStatement: Record<string, number> = {};
    for (const kind of kinds) {
      const start = (await contexts(probe)).plans;
      const sample = tenants.slice(0, statementSample);
      for (const tenant of sample) {
        await send(tenant, kind, true);
      }
      perStatement[kind] = ((await contexts(probe)).plans - start) / sample.length;
    }
    return {
      perTenant: (touched.rest - before.rest) / others.length,
      perStatement,
      ofServing: await servingBackends(administrator),
    };
  } finally {
    await probe.end();
    await administrator.end();
  }
}

const statementSample = 20;

const { get, list, create } = customerStatements;
const statements = {
  list: { statement: list.first, values: ({ clientId, userId }: FilledTenant) => [clientId, null, 51, userId] },
  get: { statement: get, values: ({ clientId, customers }: FilledTenant) => [customers[0], clientId] },
  create: {
    statement: create.statement,
    values: ({ clientId, userId }: FilledTenant) => [
      ...create.parameters.bind({ id: newId(), name: 'Probe', ownerUserId: userId, client: clientId, actor: userId }),
      null,
    ],
  },
};
type Kind = keyof typeof statements;
const kinds = Object.keys(statements) as Kind[];

/** For plans the allocated bytes; for the rest the bytes in use, because its last block alone may have 8 MB. */
async function contexts(session: pg.Client): Promise<{ plans: number; rest: number }> {
  const { rows } = await session.query<{ plans: number; rest: number }>(
    `select coalesce(sum(total_bytes) filter (where name like 'CachedPlan%'), 0)::float8 as plans,
       sum(used_bytes) filter (where name not like 'CachedPlan%')::float8 as rest from pg_backend_memory_contexts`,
  );
  return rows[0] ?? { plans: 0, rest: 0 };
}

async function servingBackends(administrator: pg.Client): Promise<number[]> {
  const { rows } = await administrator.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and usename = 'rapport_public_api'
      and application_name <> $1`,
    [applicationName],
  );
  return Promise.all(rows.map(({ pid }) => ownBytes(pid)));
}

/** The memory of a process without the shared buffers, which belong to no backend. */
async function ownBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
}

const applicationName = 'rapport bench';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  await client.connect();
  return client;
}
