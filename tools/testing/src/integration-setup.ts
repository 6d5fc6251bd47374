import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startRedis } from '@rapport/local-servers';
import type { TestProject } from 'vitest/node';

/** One PostgreSQL and one Redis for the whole run; each test file copies a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-integration-'));
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startRedis({ dataDir: join(folder, 'redis') }),
  ]);
  project.provide('postgresAdministratorUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  return async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
}
