import { times } from '@rapport/config';

/** How long the database may take for what, in milliseconds. */
export interface DatabaseTimes {
  /** To connect, and to get a connection of a full pool. */
  readonly connectMs: number;
  /** For the connection that knows the tenant, while others are free. */
  readonly homeMs: number;
  /** One statement, measured here: a frozen server never times out by itself, so its connection is destroyed. */
  readonly queryMs: number;
  /** For a read's turn, while its tenant reads with half of the connections. */
  readonly readMs: number;
  /** A write, from entering its tenant's queue to the answer. */
  readonly writeMs: number;
  /** At most, of that, for the tenant's lock. */
  readonly lockMs: number;
  /** After this at the latest a connection is not used again: a session's caches only grow. */
  readonly connectionLifetimeMs: number;
}

export const defaultTimes: DatabaseTimes = {
  connectMs: times.postgresConnectMs,
  homeMs: times.postgresHomeMs,
  queryMs: times.postgresQueryMs,
  readMs: times.tenantReadMs,
  writeMs: times.tenantWriteMs,
  lockMs: times.postgresLockMs,
  connectionLifetimeMs: 30 * 60_000,
};
