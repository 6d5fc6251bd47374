export { SecureRedis } from './secure-redis.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { Metrics, type Logger } from '@rapport/telemetry';
import { Deadline } from '../deadline.ts';
import { Redis } from '../redis.ts';

/** Its requests wait for their answers on a busy machine too, where a service would go on without Redis. */
class PatientRedis extends Redis {
  override deadline(): Deadline {
    return new Deadline(answerMs);
  }
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
const ignore = (): void => undefined;
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
