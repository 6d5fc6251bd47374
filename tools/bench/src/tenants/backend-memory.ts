import { readFile } from 'node:fs/promises';
import type { Statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import type { TemporaryPlatform } from '@rapport/testbed';
import pg from 'pg';
import { withValues } from '../core/records/bench-text.ts';
import { bodyOf, resourceNames, type ResourceName } from '../core/records/bodies.ts';
import type { FilledTenant } from '../core/records/filled-tenants.ts';
import { sentText, statementsOf } from '../core/records/statements.ts';

/** The memory of one backend of PostgreSQL for each tenant that it has touched, in bytes. */
export interface BackendMemory {
  /** Relations, indexes and statistics, after a page, a record and a create of each of the four resources. */
  readonly perTenant: number;
  /** A prepared statement, by its kind and resource. */
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
    const send = (tenant: FilledTenant, { statement, values }: Sent, isNamed: boolean): Promise<unknown> => {
      const { name, ...unnamed } = withValues(sentText(tenant, statement), values(tenant));
      return probe.query({ ...(isNamed && { name }), ...unnamed });
    };
    const touch = async (touched: readonly FilledTenant[]): Promise<Contexts> => {
      for (const tenant of touched) {
        for (const one of sent) {
          await send(tenant, one, false);
        }
      }
      return contexts(probe);
    };
    const before = await touch([first]);
    const touched = await touch(others);
    const perStatement: Record<string, number> = {};
    for (const one of sent) {
      const start = (await contexts(probe)).plans;
      const sample = tenants.slice(0, statementSample);
      for (const tenant of sample) {
        await send(tenant, one, true);
      }
      perStatement[one.name] = ((await contexts(probe)).plans - start) / sample.length;
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

interface Sent {
  readonly name: string;
  readonly statement: Statement;
  readonly values: (tenant: FilledTenant) => Readonly<Record<string, unknown>>;
}

const sent: readonly Sent[] = resourceNames.flatMap(statementsSent);

function statementsSent(resource: ResourceName): Sent[] {
  const { get, list, creates } = statementsOf[resource];
  return [
    {
      name: `list of ${resource}`,
      statement: list.first,
      values: ({ clientId, userId }) => ({ client: clientId, user: userId, limit: 51 }),
    },
    {
      name: `get of ${resource}`,
      statement: get,
      values: ({ clientId, ids }) => ({ key: ids[resource][0], client: clientId }),
    },
    {
      name: `create of ${resource}`,
      statement: creates.plain,
      values: ({ userId, ids }) => {
        const body = bodyOf(resource, 0, ids);
        const own = { id: newId(), ownerUserId: userId, ownerGiven: false, actor: userId };
        return { ...body, emailKey: body['email'], ...own, scope: 'all', definitions: 0 };
      },
    },
  ];
}

interface Contexts {
  readonly plans: number;
  readonly rest: number;
}

/** For plans the allocated bytes; for the rest the bytes in use, because its last block alone may have 8 MB. */
async function contexts(session: pg.Client): Promise<Contexts> {
  const { rows } = await session.query<Contexts>(
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
