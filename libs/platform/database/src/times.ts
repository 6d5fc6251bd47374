import { times } from '@rapport/config';

/** The times of `libs/platform/config` that count here, and one of this lib's own. */
export type DatabaseTimes = Readonly<Record<keyof typeof defaultTimes, number>>;

const { postgresConnectMs, postgresAffinityMs, postgresLockMs, postgresQueryMs, tenantReadMs, tenantWriteMs } = times;

export const defaultTimes = {
  postgresConnectMs,
  postgresAffinityMs,
  postgresLockMs,
  postgresQueryMs,
  tenantReadMs,
  tenantWriteMs,
  /** After this at the latest a connection is not used again, because the caches of its server process only grow. */
  connectionLifetimeMs: 30 * 60_000,
};
