import pg from 'pg';
import { withValues, type BenchText } from '../core/records/bench-text.ts';
import { namedRows } from '../core/page-columns.ts';
import { serveBare } from '../core/serve-bare.ts';

export interface BareFeed {
  readonly url: string;
  readonly path: string;
  readonly first: BenchText;
  readonly next: BenchText;
  /** The names of a row's columns, which the statement gives only to its head. */
  readonly columns: readonly string[];
  readonly clientId: string;
  readonly userId: string;
}

serveBare<BareFeed>((app, { url, path, first, next, columns, clientId, userId }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const read = async (statement: BenchText, values: object, size: number): Promise<object> => {
    const all = { client: clientId, ...values, limit: size + 1 };
    const { rows } = await pool.query<unknown[]>({ ...withValues(statement, all), rowMode: 'array' });
    const items = namedRows(rows, columns);
    return { data: items.slice(0, size), hasMore: items.length > size };
  };
  app.get(path, async (req, res) => {
    const { pageSize, updatedFrom, time, id, until } = req.query;
    const size = Number(pageSize);
    res.json(
      time === undefined
        ? await read(first, { user: userId, updatedFrom }, size)
        : await read(next, { lastTime: time, lastId: id, watermark: until }, size),
    );
  });
});
