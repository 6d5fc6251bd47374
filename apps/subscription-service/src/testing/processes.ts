import type { ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { Passwords } from '@rapport/people';
import { Redis } from '@rapport/redis';
import type { SignupSettings } from '@rapport/signups';
import { startTelemetry, type Metrics } from '@rapport/telemetry';
import type { Container } from 'inversify';
import { createContainer, type Keys } from '../container.ts';

export const operator: ChangeContext = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'test' },
};

/** Processes of the service that share a connection to Redis; each gets databases of its own. */
export interface Processes {
  readonly redis: Redis;
  readonly metrics: Metrics;
  start(database: Database, settings?: Partial<Keys & SignupSettings>): Container;
}

export async function connectProcesses(redisUrl: string): Promise<Processes> {
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  const redis = new Redis({ url: redisUrl, logger: telemetry.logger, metrics: telemetry.metrics });
  redis.start();
  return {
    redis,
    metrics: telemetry.metrics,
    start: (database, settings = {}) => {
      const container = createContainer({ ...keys, ...settings }, { telemetry, database, redis });
      container.rebind(Passwords).toConstantValue(new Passwords(quickCost));
      return container;
    },
  };
}

/** Many users are made here, and a hash at its full cost takes a tenth of a second. */
const quickCost = 16;

export const keys = {
  CLIENT_ID_KEY: Buffer.alloc(32, 1),
  INVOICE_PAYMENT_TEXT: 'Pay to the account 1.',
  ISSUER: 'http://127.0.0.1:1',
  KEY_ENCRYPTION_KEY: { k: Buffer.alloc(32, 4) },
  SECRET_PEPPERS: { p: Buffer.alloc(32, 2) },
  SIGNUPS_PER_ADDRESS_IN_HOUR: 1_000_000,
  SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: 1_000_000,
  SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: 1_000_000,
  SIGNUPS_PER_EMAIL_IN_DAY: 1_000_000,
  SIGNUPS_IN_HOUR: 1_000_000,
  UNVERIFIED_TENANTS_MAX: 1_000_000,
  UNVERIFIED_TENANTS_PER_NETWORK_MAX: 1_000_000,
};
