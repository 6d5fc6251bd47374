import type { MemberType } from '../generated/members.ts';
import { RapportError } from '../rapport-error.ts';
import { resourceNames, type ResourceName } from '../rapport.ts';
import {
  checkpointIn,
  checkpointText,
  type Checkpoint,
  type CopiedRecord,
  type PageOfCopy,
  type Sweep,
} from '../sync/sink.ts';
import { viewColumns } from './columns.ts';
import type { ReadableSink } from './readable-sink.ts';

/** The part of a `Pool` of pg that this uses. The pool is the caller's. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
  release(error?: Error): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * A copy in a database of PostgreSQL. A resource is a table `rapport_<resource>` with the records as JSON, and a view
 * `<resource>` with a column for each member. Views and grants of others over it stay, unless a newer client has other columns.
 */
export async function postgres(pool: PostgresPool): Promise<PostgresSink> {
  const sink = new PostgresSink(pool);
  await sink.prepare();
  return sink;
}

export class PostgresSink implements ReadableSink {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async prepare(): Promise<void> {
    await this.#inOne(async (client) => {
      // Two processes that start at once would both make the tables.
      await client.query(`select pg_advisory_xact_lock(hashtext('rapport_checkpoint'))`);
      await client.query(checkpoints);
      for (const resource of resourceNames) {
        await client.query(tableOf(resource));
        await client.query('savepoint view');
        await client.query(`create or replace ${viewOf(resource)}`).catch(async () => {
          await client.query('rollback to savepoint view');
          await client.query(`drop view if exists ${resource}; create ${viewOf(resource)}`);
        });
        await client.query('insert into rapport_checkpoint (resource) values ($1) on conflict do nothing', [resource]);
      }
    });
  }

  async read(resource: ResourceName): Promise<Checkpoint | null> {
    return checkpointIn(await this.#inOne((client) => held(client, resource, '')));
  }

  async apply({ resource, from, to, records, shown, removed }: PageOfCopy): Promise<boolean> {
    return this.#from(resource, from, to, async (client) => {
      const table = `rapport_${resource}`;
      await client.query(`delete from ${table} where id = any($1::uuid[])`, [removed]);
      await client.query(`update ${table} set copy = $1 where id = any($2::uuid[])`, [to.copy, shown]);
      await client.query(
        `insert into ${table} (id, record, copy)
        select id, record, $3 from unnest($1::uuid[], $2::json[]) as page (id, record)
        on conflict (id) do update set record = excluded.record, copy = excluded.copy`,
        [records.map(({ id }) => id), records.map((record) => JSON.stringify(record)), to.copy],
      );
    });
  }

  async sweep({ resource, from, to }: Sweep): Promise<boolean> {
    return this.#from(resource, from, to, async (client) => {
      await client.query(`delete from rapport_${resource} where copy < $1`, [to.copy]);
    });
  }

  async records(resource: ResourceName, ids: readonly string[]): Promise<CopiedRecord[]> {
    const { rows } = await this.#inOne((client) =>
      client.query(`select record from rapport_${resource} where id = any($1::uuid[])`, [ids]),
    );
    return rows.map(({ record }) => record as CopiedRecord);
  }

  async *ids(resource: ResourceName): AsyncGenerator<string> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const { rows } = await this.#inOne((client) =>
        client.query(`select id from rapport_${resource} where id > $1 order by id limit 1000`, [after]),
      );
      yield* rows.map(({ id }) => id as string);
      if (rows.length === 0) {
        return;
      }
      after = rows.at(-1)?.['id'] as string;
    }
  }

  /** The pool is the caller's, who ends it. */
  async close(): Promise<void> {}

  /** The row of the checkpoint is locked, so of two processes the second one finds what the first one stored. */
  #from(
    resource: ResourceName,
    from: Checkpoint | null,
    to: Checkpoint,
    work: (client: PostgresClient) => Promise<void>,
  ): Promise<boolean> {
    return this.#inOne(async (client) => {
      if ((await held(client, resource, 'for update')) !== checkpointText(from)) {
        return false;
      }
      await work(client);
      const stored = [resource, checkpointText(to)];
      await client.query('update rapport_checkpoint set checkpoint = $2 where resource = $1', stored);
      return true;
    });
  }

  /** A connection whose transaction did not end well is thrown away. */
  async #inOne<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch(asNoAnswer);
    client.on('error', toldByQuery);
    try {
      await client.query('begin');
      const done = await work(client);
      await client.query('commit');
      client.off('error', toldByQuery);
      client.release();
      return done;
    } catch (error) {
      client.release(error as Error);
      return asNoAnswer(error);
    }
  }
}

/** The end of a connection fails the query that waits for it; an event without a listener would end the process too. */
function toldByQuery(): void {}

/** A server that is away, starts, ends its connections or only reads comes back, so the pass is tried again. */
function asNoAnswer(error: unknown): never {
  const { code = '', message } = error as Error & { readonly code?: string };
  const mayPass = code === '' ? /connect/i.test(message) : /^(08|57P|53300|25006|E[A-Z])/.test(code);
  const detail = `The database of the copy gave no answer: ${message || code}`;
  throw mayPass ? new RapportError({ code: 'no_answer', status: null, detail }, { cause: error }) : error;
}

async function held(client: PostgresClient, resource: ResourceName, lock: '' | 'for update'): Promise<string | null> {
  const { rows } = await client.query(`select checkpoint from rapport_checkpoint where resource = $1 ${lock}`, [
    resource,
  ]);
  return (rows[0]?.['checkpoint'] as string | null | undefined) ?? null;
}

const checkpoints = 'create table if not exists rapport_checkpoint (resource text primary key, checkpoint text)';

function tableOf(resource: ResourceName): string {
  return `create table if not exists rapport_${resource} (id uuid primary key, record json not null, copy int not null)`;
}

function viewOf(resource: ResourceName): string {
  const columns = viewColumns(resource, (member, type) =>
    type === 'json' ? `record -> '${member}'` : `(record ->> '${member}')::${types[type]}`,
  );
  return `view ${resource} as select ${columns} from rapport_${resource}`;
}

const types: Readonly<Record<Exclude<MemberType, 'json'>, string>> = {
  text: 'text',
  id: 'uuid',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'timestamptz',
};
