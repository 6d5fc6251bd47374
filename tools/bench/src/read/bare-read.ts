import pg from 'pg';
import { withValues, type BenchText } from '../core/records/bench-text.ts';
import { namedRows } from '../core/page-columns.ts';
import { serveBare } from '../core/serve-bare.ts';

export interface BareRead {
  readonly url: string;
  /** The path of the list. */
  readonly path: string;
  readonly get: BenchText;
  readonly list: BenchText;
  readonly listColumns: readonly string[];
  /** The API client whose external ids are shown. */
  readonly clientId: string;
  readonly userId: string;
}

serveBare<BareRead>((app, { url, path, get, list, listColumns, clientId, userId }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  app.get(`${path}/:id`, async (req, res) => {
    const { rows } = await pool.query<object>(withValues(get, { key: req.params.id, client: clientId }));
    if (rows[0] === undefined) {
      res.status(404).end();
    } else {
      res.json(rows[0]);
    }
  });
  app.get(path, async (req, res) => {
    const size = Number(req.query['pageSize']);
    const values = { client: clientId, user: userId, limit: size + 1 };
    const { rows } = await pool.query<unknown[]>({ ...withValues(list, values), rowMode: 'array' });
    const items = namedRows(rows, listColumns);
    res.json({ data: items.slice(0, size), hasMore: items.length > size });
  });
});
