import { createHash } from 'node:crypto';
import type { SentText } from '@rapport/database';
import { newId } from '@rapport/kernel';
import express from 'express';
import pg from 'pg';
import { serveBare } from '../core/serve-bare.ts';

/** A statement and the names of its parameters, in their order. */
export interface BareStatement extends SentText {
  readonly parameters: readonly string[];
}

export interface BareWrite {
  readonly url: string;
  readonly create: BareStatement;
  readonly update: BareStatement;
  readonly clientId: string;
  readonly userId: string;
  /** The parameters beside the body, which are the same in each statement. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** How many connections write to the tenant at once: as in the product, so that both wait for its lock alike. */
  readonly connections: number;
}

type Body = Readonly<Record<string, unknown>>;

serveBare<BareWrite>((app, { url, create, update, clientId, userId, constants, connections }) => {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const run = async ({ parameters, ...statement }: BareStatement, values: Body): Promise<{ body: string }> => {
    const all: Body = { ...constants, client: clientId, actor: userId, ...values };
    const { rows } = await pool.query<{ body: string }>({
      ...statement,
      values: parameters.map((name) => all[name] ?? null),
    });
    if (rows[0] === undefined) {
      throw new Error('Nothing came back.');
    }
    return rows[0];
  };
  app.use(express.json());
  app.post('/api/v1/customers', async (req, res) => {
    const body = req.body as Body;
    const key = req.get('idempotency-key');
    const fingerprint = key && createHash('sha256').update(JSON.stringify(body)).digest();
    const made = await run(create, { ...body, id: newId(), ownerUserId: userId, ownerGiven: false, key, fingerprint });
    res.status(201).type('json').send(made.body);
  });
  app.put('/api/v1/customers/:id', async (req, res) => {
    const body = req.body as Body;
    const changed = await run(update, { ...body, id: req.params.id, externalIdSent: body['externalId'] !== undefined });
    res.type('json').send(changed.body);
  });
});
