import { isLockTimeout, isUnknownToDatabase, TenantBehind, togetherMax, type Database } from '@rapport/database';
import type { EventBatch, ReceivedEvent, Subscription, TopicDefinition } from '@rapport/event-bus';
import { LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';
import { isAway } from '../is-away.ts';
import { saidByDatabase } from '../said-by-database.ts';
import type { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import type { TenantDirectory } from '../tenant-directory.ts';
import { readMessage } from './read-message.ts';

export interface MoverOptions {
  readonly database: Database;
  readonly tenants: TenantDirectory;
  readonly statements: Pick<ChangeFeedStatements, 'move'>;
  readonly deadLetters: DeadLetters;
  readonly metrics: ChangeFeedMetrics;
  readonly topic: TopicDefinition;
}

/** The changes of one tenant in a batch. */
interface TenantChanges {
  readonly tenant: TenantRef;
  readonly ids: string[];
}

/**
 * Moves changes from the outbox to the feeds of their tenants, in one transaction for each cell and batch, or in a few
 * where the changes are of more tenants than one transaction takes. The mover reads only the ids of change and tenant
 * from a message, so a message can come late, again, or from a stranger.
 */
export class FeedMover implements Subscription {
  readonly topic: TopicDefinition;
  readonly group = 'change-feed';
  readonly batchMax = 500;
  readonly #options: MoverOptions;
  /** When a tenant whose feed was locked is tried again, so that others wait for it once and not with each batch. */
  readonly #lockedUntil = new LeastRecentlyUsed<number, number>(lockedMax);

  constructor(options: MoverOptions) {
    this.topic = options.topic;
    this.#options = options;
  }

  /**
   * A batch comes again if the databases of all its cells are away. If only some are, their changes are left to the
   * sweeper, so that no cell waits for another one.
   */
  async handle(context: CallContext, batch: EventBatch): Promise<void> {
    const cells = await this.#byCell(context, batch.events);
    const outcomes = await Promise.allSettled(
      Array.from(cells, ([cell, changes]) => this.#moveInCell(context, cell, changes)),
    );
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    if (failed[0] && failed.length === outcomes.length) {
      throw failed[0].reason;
    }
    await batch.commit();
  }

  async #byCell(context: CallContext, events: readonly ReceivedEvent[]): Promise<Map<string, TenantChanges[]>> {
    const messages = events.flatMap((event) => readMessage(event) ?? []);
    this.#skip('malformed', events.length - messages.length);
    const tenants = await this.#options.tenants.byIds(context, new Set(messages.map(({ tenantId }) => tenantId)));
    const changes = new Map<string, TenantChanges>();
    for (const { tenantId, id } of messages) {
      const tenant = tenants.get(tenantId);
      if (!tenant) {
        this.#skip('unknown_tenant', 1);
        continue;
      }
      if (tenant.isGoing) {
        this.#skip('deleted_tenant', 1);
        continue;
      }
      if ((this.#lockedUntil.get(tenant.number) ?? 0) > performance.now()) {
        this.#options.metrics.left.inc({ cell: tenant.cell, reason: 'locked' });
        continue;
      }
      const ofTenant = changes.get(tenantId) ?? { tenant, ids: [] };
      changes.set(tenantId, ofTenant);
      ofTenant.ids.push(id);
    }
    const cells = Map.groupBy(changes.values(), ({ tenant }) => tenant.cell);
    this.#leaveUnknown(cells);
    return cells;
  }

  /** A process that does not know every cell must not hold up the cells that it knows. */
  #leaveUnknown(cells: Map<string, TenantChanges[]>): void {
    for (const [cell, changes] of cells) {
      if (!this.#options.database.cellNames.includes(cell)) {
        this.#options.metrics.left.inc({ cell, reason: 'unknown_cell' }, countOf(changes));
        cells.delete(cell);
      }
    }
  }

  async #moveInCell(context: CallContext, cell: string, changes: TenantChanges[]): Promise<void> {
    try {
      await this.#moveTogether(context, cell, changes);
    } catch (error) {
      if (isAway(error)) {
        this.#options.metrics.left.inc({ cell, reason: 'away' }, countOf(changes));
        throw error;
      }
      for (const ofTenant of changes) {
        await this.#moveTenant(context, cell, ofTenant);
      }
    }
  }

  /** All workers take tenants in the same order, so that no two wait for each other. */
  async #moveTogether(context: CallContext, cell: string, changes: readonly TenantChanges[]): Promise<void> {
    const { database, statements, metrics } = this.#options;
    const calls = changes
      .toSorted((a, b) => a.tenant.number - b.tenant.number)
      .map(({ tenant, ids }) => ({ tenantNumber: tenant.number, ...statements.move.with({ ids }) }));
    for (let from = 0; from < calls.length; from += togetherMax) {
      const began = performance.now();
      const moved = await database.cell(cell).together(context, calls.slice(from, from + togetherMax));
      metrics.observeMoved(moved.flat(), performance.now() - began);
    }
  }

  /** Moves one tenant's changes after their batch failed, so that one tenant's fault does not hold up the others. */
  async #moveTenant(context: CallContext, cell: string, { tenant, ids }: TenantChanges): Promise<void> {
    const fault = await this.#tryToMove(context, tenant, ids);
    if (fault === null) {
      return;
    }
    if (fault instanceof TenantBehind) {
      this.#options.metrics.left.inc({ cell, reason: 'behind' }, ids.length);
      return;
    }
    if (isUnknownToDatabase(fault) && (await this.#options.tenants.isGoing(context, tenant))) {
      this.#skip('deleted_tenant', ids.length);
      return;
    }
    if (isLockTimeout(fault)) {
      this.#lockedUntil.set(tenant.number, performance.now() + lockedMs);
      this.#options.metrics.left.inc({ cell, reason: 'locked' }, ids.length);
      return;
    }
    for (const id of ids) {
      const faultOfOne = await this.#tryToMove(context, tenant, [id]);
      if (faultOfOne !== null) {
        await this.#options.deadLetters.add(context, cell, 'move', [{ id, reason: faultOfOne.message }]);
      }
    }
  }

  /** The error, or null where the changes were moved; throws where the database is away. */
  async #tryToMove(context: CallContext, tenant: TenantRef, ids: readonly string[]): Promise<Error | null> {
    const { database, statements, metrics } = this.#options;
    const began = performance.now();
    try {
      const rows = await database.tenant(tenant).rows(context, statements.move.with({ ids }));
      metrics.observeMoved(rows, performance.now() - began);
      return null;
    } catch (error) {
      const fault = saidByDatabase(error);
      if (isAway(error) || !(fault instanceof Error)) {
        throw error;
      }
      return fault;
    }
  }

  #skip(reason: 'malformed' | 'unknown_tenant' | 'deleted_tenant', count: number): void {
    if (count > 0) {
      this.#options.metrics.skipped.inc({ reason }, count);
    }
  }
}

const lockedMax = 1_000;
const lockedMs = 5_000;

function countOf(changes: readonly TenantChanges[]): number {
  return changes.reduce((sum, { ids }) => sum + ids.length, 0);
}
