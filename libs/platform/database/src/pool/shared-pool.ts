import { ReadRefused } from '../failures.ts';
import { TenantLines } from '../tenant/tenant-lines.ts';
import type { Connection } from '../wire/connection.ts';
import { ConnectionPool, type PoolOptions } from './connection-pool.ts';
import type { Purpose } from './connection-slot.ts';

/**
 * The connections to control, whose statements are the same for all tenants, so no tenant has an affinity here. The callers of one
 * tenant have three tenths of the connections, for reads and changes alike, and the rest of their statements wait in its line.
 */
export class SharedPool extends ConnectionPool {
  readonly #lines: TenantLines;
  readonly #waitMs: number;

  constructor(options: PoolOptions) {
    super(options);
    this.#waitMs = options.readMs;
    this.#lines = new TenantLines({
      ...options.reads,
      runningMax: Math.max(2, Math.floor(options.sizeMax * tenantShare)),
      refuse: (reason) => new ReadRefused(reason),
    });
  }

  override get readsWaiting(): number {
    return this.#lines.waiting;
  }

  override async use<T>(
    tenant: number | null,
    purpose: Purpose,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    if (tenant === null) {
      return super.use(null, purpose, work);
    }
    if (!this.#lines.enter(tenant)) {
      await this.#lines.wait(tenant, this.#waitMs);
    }
    try {
      return await super.use(null, purpose, work);
    } finally {
      this.#lines.leave(tenant);
    }
  }
}

const tenantShare = 0.3;
