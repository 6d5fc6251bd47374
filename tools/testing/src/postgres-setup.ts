import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '@rapport/local-servers';
import type { TestProject } from 'vitest/node';
import { folderOfServers } from './folder-of-servers.ts';

/** One PostgreSQL for the run, for files that need no other server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await folderOfServers(), 'rapport-integration-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false });
  project.provide('postgresAdministratorUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
