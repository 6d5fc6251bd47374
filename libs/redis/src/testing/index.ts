import { setTimeout as delay } from 'node:timers/promises';
import { Metrics, type Logger } from '@rapport/telemetry';
import { Redis } from '../redis.ts';

/** The Redis of a test run once it answers. */
export async function connectTestRedis(url: string): Promise<Redis> {
  const redis = new Redis({ url, logger: silent, metrics: new Metrics() });
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
