import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka, startPostgres, startRedis } from '@rapport/local-servers';
import type { TestProject } from 'vitest/node';

/** One PostgreSQL, one Redis and one Kafka for the run. A test file has a database and names of topics of its own. */
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

/** Databases by the hundred are tens of thousands of files, which are made much faster in memory. */
async function folderOfServers(): Promise<string> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > roomInMemory ? inMemory : tmpdir();
}

const inMemory = '/dev/shm';
const roomInMemory = 6 * 1024 ** 3;
