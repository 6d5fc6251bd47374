import type { Prepared } from '@rapport/database';
import pg from 'pg';
import { serveBare } from '../core/serve-bare.ts';

export interface BareRead {
  readonly url: string;
  readonly get: Prepared;
  readonly list: Prepared;
  /** Whose external ids are shown. */
  readonly clientId: string;
  readonly userId: string;
}

serveBare<BareRead>((app, { url, get, list, clientId, userId }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  app.get('/api/v1/customers/:id', async (req, res) => {
    const { rows } = await pool.query<object>({ ...get, values: [req.params.id, clientId] });
    if (rows[0] === undefined) res.status(404).end();
    else res.json(rows[0]);
  });
  app.get('/api/v1/customers', async (req, res) => {
    const size = Number(req.query['pageSize']);
    const { rows } = await pool.query<object>({ ...list, values: [clientId, null, size + 1, userId] });
    res.json({ data: rows.slice(0, size), hasMore: rows.length > size });
  });
});
