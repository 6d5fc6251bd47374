import { setTimeout as sleep } from 'node:timers/promises';
import {
  isUnknownToDatabase,
  statement,
  type CellSql,
  type Database,
  type Sent,
  type Sql,
  type TenantSql,
} from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { isAway } from '../is-away.ts';
import { saidByDatabase } from '../said-by-database.ts';
import type { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';
import { TenantDirectory } from '../tenant-directory.ts';
import type { DueRow } from './purge-statements.ts';

export interface PurgeOptions {
  readonly cell: string;
  readonly database: Database;
  readonly statements: ChangeFeedStatements;
  readonly metrics: ChangeFeedMetrics;
  /** Items of timelines are kept for so many days, or without an end. */
  readonly timelineDays?: number | undefined;
  /** Called with the error where a tenant could not be purged. */
  readonly onFailure: (tenant: TenantRef, error: unknown) => void;
}

export interface PurgeRound {
  /** Whether a tenant has more due rows than one visit purges. */
  readonly hasMore: boolean;
  /** The tenants that could not be purged. */
  readonly failed: number;
}

interface KeptTenant extends TenantRef {
  /** A tenant's feed is kept for so many days. */
  readonly days: number;
}

/**
 * Purges expired rows: feeds, external ids of deleted records, idempotency keys, timelines of deleted customers and items that are
 * kept no longer, files of marketing e-mails. It works in chunks, with pauses longer than the work, so that it takes at most a third of
 * one connection. The next round finds what this one left, so a round may end anywhere, and two at once do no harm.
 */
export class FeedPurge {
  readonly #options: PurgeOptions;

  constructor(options: PurgeOptions) {
    this.#options = options;
  }

  /** Visits every tenant once. A failure of one holds up no other. Where the database is away, the round fails soon. */
  async round(context: CallContext, signal: AbortSignal): Promise<PurgeRound> {
    const { database, cell, statements, onFailure } = this.#options;
    let hasMore = false;
    let failed = 0;
    let awayInARow = 0;
    for (let after = 0; !signal.aborted;) {
      const tenants = await database.control.query<KeptTenant>(context, listTenants.with({ cell, after, tenantsMax }));
      for (const tenant of tenants) {
        try {
          hasMore = (await this.#visit(context, tenant, signal)) || hasMore;
          awayInARow = 0;
        } catch (error) {
          awayInARow = isAway(error) ? awayInARow + 1 : 0;
          if (signal.aborted || awayInARow === awayMax) {
            throw error;
          }
          if (isUnknownToDatabase(error) && (await new TenantDirectory(database).isGoing(context, tenant))) {
            continue;
          }
          failed += 1;
          onFailure(tenant, saidByDatabase(error));
        }
      }
      const last = tenants.at(-1);
      if (!last || tenants.length < tenantsMax) {
        break;
      }
      after = last.number;
    }
    const chunk: Chunk = { kind: 'poison', sent: (rowsMax) => statements.forgetDeadLetters.with({ rowsMax }) };
    const deadLetters = this.#chunks(context, database.cell(cell), chunk, signal);
    return { hasMore: (await deadLetters) || hasMore, failed };
  }

  async #visit(context: CallContext, tenant: KeptTenant, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const { database, statements, timelineDays = null } = this.#options;
    const sql = database.tenant(tenant);
    const { days: feedDays } = tenant;
    const due = await sql.query<DueRow>(context, statements.purgeDue.with({ feedDays, timelineDays }));
    let hasMore = false;
    const purge = async (isDue: boolean, chunk: Chunk): Promise<void> => {
      hasMore = (isDue && (await this.#chunks(context, sql, chunk, signal))) || hasMore;
    };
    const { purgeFeed, forgetExternalIds, purgeKeys, purgeTimelines, purgeItems, purgeFiles } = statements;
    for (const { resource, feed, marks } of due) {
      await purge(feed, { kind: 'feed', sent: (rowsMax) => purgeFeed.with({ resource, feedDays, rowsMax }) });
      await purge(feed || marks, {
        kind: 'external_ids',
        sent: (rowsMax) => forgetExternalIds.with({ resource, rowsMax }),
      });
    }
    const isDue = (of: 'keys' | 'timelines' | 'items' | 'files'): boolean => due.some((row) => row[of]);
    await purge(isDue('keys'), { kind: 'keys', sent: (rowsMax) => purgeKeys.with({ rowsMax }) });
    await purge(isDue('timelines'), { kind: 'timelines', sent: (rowsMax) => purgeTimelines.with({ rowsMax }) });
    await purge(isDue('items'), {
      kind: 'timeline_items',
      sent: (rowsMax) => purgeItems.with({ timelineDays, rowsMax }),
    });
    await purge(isDue('files'), {
      kind: 'files',
      sent: (rowsMax) => purgeFiles.with({ rowsMax }),
      rowsMax: filesMax,
      isBehindLock: true,
    });
    return hasMore;
  }

  /** Repeats a chunk until nothing is due or the visit has had its share; true where more is due. */
  async #chunks(context: CallContext, sql: CellSql | TenantSql, chunk: Chunk, signal: AbortSignal): Promise<boolean> {
    const { metrics, cell } = this.#options;
    const { kind, rowsMax = usualRowsMax } = chunk;
    for (let count = 0; count < chunksMax; count += 1) {
      const began = performance.now();
      const purged = await this.#purgeOnce(context, sql, chunk.sent(rowsMax), chunk.isBehindLock);
      metrics.purged.inc({ cell, kind }, purged);
      if (purged < rowsMax) {
        return false;
      }
      await sleep(Math.max(pauseMinMs, 2 * (performance.now() - began)), undefined, { signal });
    }
    return true;
  }

  async #purgeOnce(context: CallContext, sql: CellSql | TenantSql, sent: Sent, isBehindLock = false): Promise<number> {
    const purge = async (within: Sql): Promise<number> => {
      const [row] = await within.query<{ purged: number }>(context, sent);
      return row?.purged ?? 0;
    };
    if (!isBehindLock) {
      return purge(sql);
    }
    return sql.transaction(context, async (within) => {
      await within.rows(context, this.#options.statements.takeLock);
      return purge(within);
    });
  }
}

interface Chunk {
  readonly kind: string;
  readonly sent: (rowsMax: number) => Sent;
  /** The most rows of it; where none is given as many as are usual. */
  readonly rowsMax?: number;
  /** Whether it takes the tenant's lock first, so that it sees all that was written before. */
  readonly isBehindLock?: true;
}

const usualRowsMax = 500;
/** A file has up to 10 MB, and writes of its tenant wait for its chunk. */
const filesMax = 10;
const chunksMax = 200;
const pauseMinMs = 20;
const tenantsMax = 100;
/** One slow statement looks like a database that is away, so a round fails only after several in a row. */
const awayMax = 3;

// A feed is kept for the days of its tenant, else of its plan.
const listTenants = statement(
  'purge_tenants',
  `select tenant.id, tenant.number, tenant.cell,
  ((plan.entitlements || tenant.overrides) -> 'feedRetentionDays')::int as days
from control.tenant join control.subscription on subscription.tenant_id = tenant.id
  join control.plan on plan.code = subscription.plan_code
where tenant.cell = :cell and tenant.number > :after::int and tenant.state in ('active', 'suspended')
order by tenant.number limit :tenantsMax::int`,
);
