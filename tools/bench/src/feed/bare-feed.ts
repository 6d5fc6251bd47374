import type { SentText } from '@rapport/database';
import pg from 'pg';
import { namedRows } from '../core/page-columns.ts';
import { serveBare } from '../core/serve-bare.ts';

export interface BareFeed {
  readonly url: string;
  readonly path: string;
  readonly first: SentText;
  readonly next: SentText;
  /** The names of a row's columns, which the statement gives only to its head. */
  readonly columns: readonly string[];
  readonly clientId: string;
  readonly userId: string;
}

serveBare<BareFeed>((app, { url, path, first, next, columns, clientId, userId }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const read = async (statement: SentText, values: unknown[], size: number): Promise<object> => {
    const { rows } = await pool.query<unknown[]>({ ...statement, values, rowMode: 'array' });
    const items = namedRows(rows, columns);
    return { data: items.slice(0, size), hasMore: items.length > size };
  };
  app.get(path, async (req, res) => {
    const { pageSize, updatedFrom, time, id, until } = req.query;
    const size = Number(pageSize);
    res.json(
      time === undefined
        ? await read(first, [clientId, updatedFrom ?? null, size + 1, userId], size)
        : await read(next, [clientId, time, id, until, size + 1], size),
    );
  });
});
