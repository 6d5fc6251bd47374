import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { invalidOption } from '../rapport-error.ts';
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

/**
 * A copy in a file of SQLite. A resource is a table `rapport_<resource>` with the records as JSON, and a view
 * `<resource>` with a column for each member, which is made anew at each start.
 */
export async function sqlite(file: string): Promise<SqliteSink> {
  const { DatabaseSync } = await import('node:sqlite').catch((cause: unknown) => {
    throw invalidOption(
      'sqlite',
      `needs a Node with node:sqlite, which this one (${process.version}) lacks: ${String(cause)}`,
    );
  });
  return new SqliteSink(new DatabaseSync(file));
}

export class SqliteSink implements ReadableSink {
  readonly #database: DatabaseSync;
  readonly #statements: ReadonlyMap<ResourceName, Statements>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(begin);
    database.exec(`begin immediate; ${checkpoints}; ${resourceNames.map(tableOf).join(';')}; commit`);
    this.#statements = new Map(resourceNames.map((resource) => [resource, statementsOf(database, resource)]));
  }

  async read(resource: ResourceName): Promise<Checkpoint | null> {
    return checkpointIn(this.#checkpoint(resource));
  }

  async apply({ resource, from, to, records, shown, removed }: PageOfCopy): Promise<boolean> {
    const { write, show, remove } = this.#of(resource);
    return this.#inOne(resource, from, to, () => {
      removed.forEach((id) => remove.run(id));
      shown.forEach((id) => show.run(to.copy, id));
      records.forEach((record) => write.run(record.id, JSON.stringify(record), to.copy));
    });
  }

  async sweep({ resource, from, to }: Sweep): Promise<boolean> {
    return this.#inOne(resource, from, to, () => this.#of(resource).sweep.run(to.copy));
  }

  async records(resource: ResourceName, ids: readonly string[]): Promise<CopiedRecord[]> {
    const found = ids.map((id) => this.#of(resource).find.get(id)?.['record']);
    return found.flatMap((text) => (text == null ? [] : [JSON.parse(text as string) as CopiedRecord]));
  }

  async *ids(resource: ResourceName): AsyncGenerator<string> {
    for (const row of this.#of(resource).ids.iterate()) {
      yield row['id'] as string;
    }
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** The transaction begins as a writer, so two processes do not both find the same checkpoint. */
  #inOne(resource: ResourceName, from: Checkpoint | null, to: Checkpoint, work: () => void): boolean {
    this.#database.exec('begin immediate');
    try {
      const isHere = this.#checkpoint(resource) === checkpointText(from);
      if (isHere) {
        work();
        this.#of(resource).store.run(resource, checkpointText(to));
      }
      this.#database.exec('commit');
      return isHere;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.#database.isTransaction !== false) {
        this.#database.exec('rollback');
      }
      throw error;
    }
  }

  #checkpoint(resource: ResourceName): string | null {
    return (this.#of(resource).stored.get(resource)?.['checkpoint'] as string | undefined) ?? null;
  }

  #of(resource: ResourceName): Statements {
    return this.#statements.get(resource) as Statements;
  }
}

type Statements = Readonly<
  Record<'write' | 'show' | 'remove' | 'sweep' | 'find' | 'ids' | 'store' | 'stored', StatementSync>
>;

/** A process waits for another one from here on, which may make the same tables. */
const begin = 'pragma busy_timeout = 10000; pragma journal_mode = wal';
const checkpoints =
  'create table if not exists rapport_checkpoint (resource text primary key, checkpoint text not null)';

function tableOf(resource: ResourceName): string {
  const columns = viewColumns(resource, (member) => `record ->> '$.${member}'`);
  return `create table if not exists rapport_${resource} (id text primary key, record text not null, copy integer not null) without rowid;
drop view if exists ${resource};
create view ${resource} as select ${columns} from rapport_${resource}`;
}

function statementsOf(database: DatabaseSync, resource: ResourceName): Statements {
  const table = `rapport_${resource}`;
  return {
    write: database.prepare(`insert or replace into ${table} (id, record, copy) values (?, ?, ?)`),
    show: database.prepare(`update ${table} set copy = ? where id = ?`),
    remove: database.prepare(`delete from ${table} where id = ?`),
    sweep: database.prepare(`delete from ${table} where copy < ?`),
    find: database.prepare(`select record from ${table} where id = ?`),
    ids: database.prepare(`select id from ${table}`),
    store: database.prepare('insert or replace into rapport_checkpoint (resource, checkpoint) values (?, ?)'),
    stored: database.prepare('select checkpoint from rapport_checkpoint where resource = ?'),
  };
}
