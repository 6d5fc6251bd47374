import { createHash } from 'node:crypto';
import { newId } from '@rapport/kernel';
import express from 'express';
import pg from 'pg';
import { withValues, type BenchText } from '../core/records/bench-text.ts';
import { serveBare } from '../core/serve-bare.ts';

export interface BareWrite {
  readonly url: string;
  /** The path of a create. */
  readonly path: string;
  /** The creates with an idempotency key, and with neither a key nor an external id. */
  readonly kept: BenchText;
  readonly plain: BenchText;
  readonly update: BenchText;
  readonly clientId: string;
  readonly userId: string;
  /** The values beside the body, which are the same in each statement. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** The connections that write to the tenant at once: as in the product, so that both wait for its lock alike. */
  readonly connections: number;
}

type Body = Readonly<Record<string, unknown>> & { readonly customFields?: readonly CustomFieldValue[] };

interface CustomFieldValue {
  readonly key: string;
  readonly value: unknown;
}

/** A create whose answer is kept gives the record as JSON, a plain one its columns, an update these and what came of it. */
interface Row {
  readonly body?: string | null;
  readonly id?: string | null;
  readonly outcome?: string;
}

serveBare<BareWrite>((app, { url, path, kept, plain, update, clientId, userId, constants, connections }) => {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const run = async (
    statement: BenchText,
    { customFields, ...body }: Body,
    isDone: (row: Row) => boolean,
  ): Promise<Row> => {
    const values = customFields && Object.fromEntries(customFields.map(({ key, value }) => [key, value]));
    const all: Readonly<Record<string, unknown>> = {
      ...constants,
      client: clientId,
      keyHolder: clientId,
      actor: userId,
      ...body,
      // The addresses of the bench are their own keys.
      emailKey: body['email'],
      ...(values && { customFields: values }),
    };
    const { rows } = await pool.query<Row>(withValues(statement, all));
    if (rows[0] === undefined || !isDone(rows[0])) {
      throw new Error(`Nothing was written: ${JSON.stringify(rows[0])}`);
    }
    return rows[0];
  };
  app.use(express.json());
  app.post(path, async (req, res) => {
    const body = req.body as Body;
    const key = req.get('idempotency-key');
    const fingerprint = key && createHash('sha256').update(JSON.stringify(body)).digest();
    const values = { ...body, id: newId(), ownerUserId: userId, ownerGiven: false, key, fingerprint };
    const isPlain = key === undefined && body['externalId'] === undefined;
    if (isPlain) {
      res.status(201).json(await run(plain, values, (row) => row.id !== null));
      return;
    }
    const made = await run(kept, values, (row) => row.body !== null);
    res.status(201).type('json').send(made.body);
  });
  app.put(`${path}/:id`, async (req, res) => {
    const body = req.body as Body;
    const values = { ...body, id: req.params.id, externalIdSent: body['externalId'] !== undefined };
    res.json(await run(update, values, ({ outcome }) => outcome === 'changed'));
  });
});
