export { SecureRedis } from './secure-redis.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startRedis, type LocalServer } from '@rapport/local-servers';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { afterAll, inject } from 'vitest';
import { Deadline } from '../deadline.ts';
import { Redis } from '../redis.ts';

/** Its requests wait for their answers on a busy machine too, where a service would go on without Redis. */
class PatientRedis extends Redis {
  override deadline(): Deadline {
    return new Deadline(answerMs);
  }
}

/** A server of a test file, which freezes it, fills it or empties it. */
export async function redisServerOfFile(options: Environment = {}): Promise<LocalServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-redis-'));
  const server = await startRedis({ dataDir, ...options });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

type Environment = Pick<Parameters<typeof startRedis>[0], 'environment'>;

/** A connection of a test file, which is closed behind its last test. */
export async function redisOfFile(url = inject('redisUrl')): Promise<Redis> {
  const redis = await connectTestRedis(url);
  afterAll(() => redis.close());
  return redis;
}

/** A Redis once it answers. Its requests are patient, unless it is to be the one of services. */
export async function connectTestRedis(url: string, Kind: typeof Redis = PatientRedis): Promise<Redis> {
  const redis = new Kind({ url, logger: silent, metrics: new Metrics() });
  redis.start();
  for (const end = performance.now() + answerMs; redis.isAway;) {
    if (performance.now() > end) {
      throw new Error('Redis does not answer.');
    }
    await delay(10);
  }
  return redis;
}

const answerMs = 10_000;
