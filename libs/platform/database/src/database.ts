import { serviceUnavailable, type CallContext } from '@rapport/kernel';
import { Metrics, RecurringFailure, type Logger } from '@rapport/telemetry';
import { Candidate } from './leading/candidate.ts';
import { ConnectionPool } from './pool/connection-pool.ts';
import { DatabaseMetrics } from './database-metrics.ts';
import { DatabaseSender } from './database-sender.ts';
import { DatabaseSql } from './database-sql.ts';
import { TenantBehind } from './failures.ts';
import type { ConnectionSource } from './pool/connection-source.ts';
import { SharedPool } from './pool/shared-pool.ts';
import { readSnapshot, type SnapshotOptions, type SnapshotSource } from './snapshots/snapshot.ts';
import { readerOfCell, readerOfControl } from './schemas/schema-readers.ts';
import { SchemaWatch } from './schemas/schema-watch.ts';
import type { CellSql, Sql, SqlDatabase, LocatedTenant, TenantSql } from './sql.ts';
import { QueuedTenantSql } from './tenant/queued-tenant-sql.ts';
import { defaultTimes, type DatabaseTimes } from './times.ts';
import { WriteQueue } from './tenant/write-queue.ts';
import { FormerPassword, type RolePassword } from './wire/role-password.ts';

export interface DatabaseOptions {
  readonly controlUrl: string;
  /** From the name of each cell to its address. */
  readonly cells: Readonly<Record<string, string>>;
  /** Names this process in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** The password where the addresses have none. */
  readonly password?: RolePassword | undefined;
  /** Connections to each database. */
  readonly poolSize?: number;
  readonly times?: Partial<DatabaseTimes>;
  readonly metrics?: Metrics;
  readonly logger?: Logger;
}

/** The ways to the control database, to the cells and to the tenants' schemas in them. */
export class Database {
  /** A statement counts for the tenant of its context, which has a share of the connections. */
  readonly control: SqlDatabase;
  /** Control, for what lets a caller in: it has connections of its own, so no other work keeps it waiting. */
  readonly admission: Sql;
  readonly schemas: SchemaWatch;
  readonly #pools = new Map<string, ConnectionPool>();
  readonly #senders = new Map<string, DatabaseSender>();
  readonly #cells = new Map<string, CellSql>();
  readonly #candidates = new Map<string, (lockKey: number) => Candidate>();
  readonly #snapshots = new Map<string, SnapshotSource>();
  readonly #writes: WriteQueue;
  readonly #metrics: DatabaseMetrics;

  constructor(options: DatabaseOptions) {
    const times = { ...defaultTimes, ...options.times };
    this.#writes = new WriteQueue({ writeMs: times.tenantWriteMs, ...writeLimits });
    this.#metrics = new DatabaseMetrics(options.metrics ?? new Metrics(), {
      pools: () => this.#pools,
      writesWaiting: () => this.#writes.waiting,
      tenantsFailed: () => this.schemas.tenantsFailed(),
      turnsLost: () => this.schemas.turnsLost(),
    });
    const { controlUrl, cells, poolSize = 10 } = options;
    this.control = new DatabaseSql(this.#connect('control', controlUrl, times, { ...options, poolSize }, SharedPool));
    this.admission = new DatabaseSql(
      this.#connect('admission', controlUrl, times, { ...options, poolSize: admissionConnections }, SharedPool),
    );
    for (const [name, url] of Object.entries(cells)) {
      this.#cells.set(name, new DatabaseSql(this.#connect(name, url, times, { ...options, poolSize }, ConnectionPool)));
    }
    this.schemas = new SchemaWatch(
      readerOfControl(known(this.#senders.get('control'), 'control')),
      new Map(Object.keys(cells).map((name) => [name, readerOfCell(known(this.#senders.get(name), name), name)])),
      options.logger ?? silent,
    );
  }

  /** The names of the cells that this process knows. */
  get cellNames(): readonly string[] {
    return [...this.#cells.keys()];
  }

  cell(name: string): CellSql {
    return known(this.#cells.get(name), name);
  }

  /** A tenant whose schema is older than this program is refused until its migration is through, and one of a cell that lost commits until its recovery is. */
  tenant(tenant: LocatedTenant): TenantSql {
    if (this.schemas.isBehind(tenant)) {
      throw new TenantBehind();
    }
    const sender = known(this.#senders.get(tenant.cell), tenant.cell);
    return new QueuedTenantSql(tenant, sender, this.#writes);
  }

  /** A candidate for what only one process does at a time in a cell; each kind of work has a key of its own. */
  candidate(cell: string, lockKey: number): Candidate {
    return known(this.#candidates.get(cell), cell)(lockKey);
  }

  /** One moment of control, or of a cell, for a reader that takes minutes. */
  snapshot<T>(
    context: CallContext,
    database: string,
    options: SnapshotOptions,
    work: (sql: Sql) => Promise<T>,
  ): Promise<T> {
    return readSnapshot(context, known(this.#snapshots.get(database), database), options, work);
  }

  async close(): Promise<void> {
    await this.schemas.stop();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #connect(
    name: string,
    url: string,
    times: DatabaseTimes,
    options: DatabaseOptions & { readonly poolSize: number },
    Pool: typeof ConnectionPool,
  ): DatabaseSender {
    const logger = options.logger ?? silent;
    const away = new RecurringFailure(logger);
    const connection = {
      url,
      password: options.password,
      applicationName: options.applicationName ?? 'rapport',
      statementTextMax,
      connectMs: times.postgresConnectMs,
      onAttempt: (error: unknown) => {
        if (error === null) {
          away.over();
          return;
        }
        this.#metrics.refused(name);
        const hasFormer = error instanceof FormerPassword;
        const message = hasFormer ? 'the database refuses a new password' : 'the database takes no connection';
        away.warn({ database: name, error }, message);
      },
    };
    const pool = new Pool({
      ...connection,
      sizeMax: options.poolSize,
      waitingMax: connectionWaitersMax,
      connectionLifetimeMs: times.connectionLifetimeMs,
      affinityMs: times.postgresAffinityMs,
      readMs: times.tenantReadMs,
      reads: readLimits,
    });
    const senderOn = (source: ConnectionSource, postgresQueryMs = times.postgresQueryMs): DatabaseSender =>
      new DatabaseSender(name, source, { ...times, postgresQueryMs }, this.#metrics, logger);
    const sender = senderOn(pool);
    this.#metrics.begin(name);
    this.#pools.set(name, pool);
    this.#senders.set(name, sender);
    this.#snapshots.set(name, { connection, senderOn });
    this.#candidates.set(name, (lockKey) => new Candidate({ connection, lockKey, senderOn }));
    return sender;
  }
}

/**
 * At most some 55 MB a connection. With five hundred tenants over ten connections, fifty keep their most frequent
 * statements on each.
 */
const statementTextMax = 480_000;
const admissionConnections = 2;
const connectionWaitersMax = 1_000;
const writeLimits = { runningMax: 2, waitingPerTenantMax: 500, waitingMax: 5_000 };
const readLimits = { waitingPerTenantMax: 500, waitingMax: 5_000 };
const silent: Pick<Logger, 'info' | 'warn'> = { info: () => undefined, warn: () => undefined };

function known<T>(value: T | undefined, cell: string): T {
  if (value === undefined) {
    throw serviceUnavailable(
      'The data of this tenant cannot be reached at the moment; try again.',
      60,
      new Error(`this process knows no cell ${cell}`),
    );
  }
  return value;
}
