import type { PostgresClient, PostgresPool } from '../sinks/postgres.ts';
import type { ReadableSink } from '../sinks/readable-sink.ts';
import type { Sink } from '../sync/sink.ts';
import { WrongUse } from './arguments.ts';

export interface Target {
  readonly sink: Sink & { close(): Promise<void> };
  /** Null for a file of lines, which is only written. */
  readonly readable: ReadableSink | null;
  readonly close: () => Promise<void>;
}

/** The copy that `--to` names. */
export async function targetOf(to: string): Promise<Target> {
  if (/^(sqlite|ndjson):$/.test(to)) {
    throw new WrongUse(`--to ${to} names no file.`);
  }
  if (to.startsWith('sqlite:')) {
    const { sqlite } = await import('../sinks/sqlite.ts');
    const sink = await sqlite(to.slice('sqlite:'.length));
    return { sink, readable: sink, close: () => sink.close() };
  }
  if (to.startsWith('ndjson:')) {
    const { ndjson } = await import('../sinks/ndjson.ts');
    const sink = await ndjson(to.slice('ndjson:'.length));
    return { sink, readable: null, close: () => sink.close() };
  }
  if (/^postgres(ql)?:\/\//.test(to)) {
    const { postgres } = await import('../sinks/postgres.ts');
    const pool = await poolOf(to);
    const sink = await postgres(pool);
    return { sink, readable: sink, close: () => pool.end() };
  }
  throw new WrongUse(`--to takes sqlite:FILE, postgres://... or ndjson:FILE, not ${to.split(':')[0] ?? ''}.`);
}

async function poolOf(url: string): Promise<Pool> {
  const name = 'pg';
  const pg = await (import(name) as Promise<{ default: PgModule }>).catch(() => {
    throw new WrongUse('A copy in PostgreSQL needs the package pg beside this one: npm install pg.');
  });
  const pool = new pg.default.Pool({ connectionString: url, max: 4 });
  // A connection that ends between two passes is replaced by the next one.
  pool.on('error', () => undefined);
  return pool;
}

type Pool = PostgresPool & Pick<PostgresClient, 'on'> & { end(): Promise<void> };

interface PgModule {
  readonly Pool: new (options: { connectionString: string; max: number }) => Pool;
}
