import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '@rapport/local-servers';
import { expect, test } from 'vitest';
import { prepareDatabases } from './prepare-databases.ts';

test('a server that starts later is waited for, and its refusal is not waited out', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-prepare-'));
  const port = await freePort();
  // The administrator's password comes to be with the server, so what is waited for is the refusal of a wrong one.
  const administratorUrl = `postgres://postgres:wrong@127.0.0.1:${port}/postgres`;
  const prepared = prepareDatabases({ administratorUrl, control: 'late', cells: [], waitMs: 60_000 });
  const refused = expect(prepared).rejects.toMatchObject({ code: '28P01' });
  const postgres = await startPostgres({ dataDir, port, durable: false });
  try {
    await refused;
    await prepareDatabases({ administratorUrl: postgres.url, control: 'late', cells: [] });
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
