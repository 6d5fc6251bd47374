import type { Database } from '@rapport/database';
import { Redis } from '@rapport/redis';
import { startTelemetry, type Metrics } from '@rapport/telemetry';
import type { Container } from 'inversify';
import { expect, vi } from 'vitest';
import type { Platform } from '../bind-platform.ts';

/** An operator, as those who write an audit see it. */
export const operator = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'test' },
} as const;

export function actingAs(userId: string) {
  return { ...operator, actor: { kind: 'user', name: userId } } as const;
}

/** Makes the parts of a process. A test may set some of its settings. */
export type Compose<Settings> = (platform: Platform, settings: Partial<Settings>) => Container;

/** Processes that share a connection to Redis; each gets databases of its own. */
export interface Processes<Settings = unknown> {
  readonly redis: Redis;
  readonly metrics: Metrics;
  start(database: Database, settings?: Partial<Settings>): Container;
}

export async function connectProcesses<Settings>(
  redisUrl: string,
  compose: Compose<Settings>,
): Promise<Processes<Settings>> {
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  const redis = new Redis({ url: redisUrl, logger: telemetry.logger, metrics: telemetry.metrics });
  redis.start();
  await vi.waitFor(() => expect(redis.isAway).toBe(false), { timeout: 10_000 });
  const start = (database: Database, settings: Partial<Settings> = {}) =>
    compose({ telemetry, database, redis }, settings);
  return { redis, metrics: telemetry.metrics, start };
}
