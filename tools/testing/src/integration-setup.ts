import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startKafka, startPostgres, startRedis } from '@rapport/local-servers';
import type { TestProject } from 'vitest/node';
import { folderOfServers } from './folder-of-servers.ts';

/** One PostgreSQL, one Redis and one Kafka for the run. A test file has databases and names of topics of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await folderOfServers(), 'rapport-integration-'));
  const [postgres, redis, kafka] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startRedis({ dataDir: join(folder, 'redis') }),
    startKafka({ dataDir: join(folder, 'kafka') }),
  ]);
  project.provide('postgresAdministratorUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  project.provide('kafkaUrl', kafka.url);
  return async () => {
    await Promise.all([postgres.stop(), redis.stop(), kafka.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
}
