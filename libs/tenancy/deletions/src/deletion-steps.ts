import { audit, type ChangeContext } from '@rapport/audit';
import { times } from '@rapport/config';
import type { Database, TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { deletionSteps, type DeletionStep } from '@rapport/kinds';
import type { Redis } from '@rapport/redis';
import type { CellWork, CellWorkItem, CellWorkSteps } from '@rapport/sagas';
import type { Logger } from '@rapport/telemetry';
import { DeletionStore, type StillGoing } from './deletion-store.ts';
import type { Counts, GoingTenant, Belongings } from './belongings/belongings.ts';
import { redisKeysOf } from './belongings/redis-keys.ts';
import { schemaOf } from './belongings/schema.ts';
import { cellRowsOf, controlRowsOf } from './belongings/rows.ts';

/** All that libs have of tenants beside their schemas. */
export interface DeletionOptions {
  readonly database: Database;
  readonly redis: Redis;
  readonly logger: Logger;
  /** The tables of all libs, those that refer to others before them. */
  readonly tables: readonly TenantTable[];
  readonly redisKeys: (tenant: GoingTenant) => readonly string[];
  readonly files: readonly Belongings[];
  /** The topic of changes keeps an event for so many days at most. */
  readonly eventDays: number;
}

/** Registers the work of deletions, which never rests: what is away is waited for. */
export function registerDeletion(cellWork: CellWork, options: DeletionOptions): void {
  const deletion = new DeletionWork(cellWork, options);
  cellWork.register('deletion', {
    steps: {
      ...Object.fromEntries(erasingSteps.map((step) => [step, deletion.worker(step)])),
      proof: (context, item) => deletion.prove(context, item),
    },
    laterMs: { schema: times.tenantGoingMs, proof: proofAfterMs },
  });
}

type ErasingStep = Exclude<DeletionStep, 'access'>;

const erasingSteps = deletionSteps.filter((step) => step !== 'access');

class DeletionWork {
  readonly #cellWork: CellWork;
  readonly #options: DeletionOptions;
  readonly #store = new DeletionStore();
  readonly #belongings: Readonly<Record<ErasingStep, Belongings>>;

  constructor(cellWork: CellWork, options: DeletionOptions) {
    const { database, redis, redisKeys, tables, files } = options;
    this.#cellWork = cellWork;
    this.#options = options;
    this.#belongings = {
      schema: schemaOf(database),
      cellRows: cellRowsOf(database, tables),
      redisKeys: redisKeysOf(redis, redisKeys),
      files: filesOf(files),
      controlRows: controlRowsOf(database, tables),
    };
  }

  /** The first of them counts what is there, so that no crash loses a count of what is erased. */
  worker(step: ErasingStep): CellWorkSteps['steps'][string] {
    return async (context, item) => {
      const { control } = this.#options.database;
      const tenant = await this.#take(context, item);
      if (tenant) {
        if (!tenant.isCounted) {
          await this.#store.noteCounts(context, control, tenant.id, await this.#count(context, tenant));
        }
        await this.#belongings[step].erase(context, tenant);
        await this.#store.noteDone(context, control, tenant.id, step);
      }
    };
  }

  /** Ends the deletion where nothing is left. What came late, behind its step, is erased by the same steps again. */
  async prove(context: CallContext, item: CellWorkItem): Promise<void> {
    const { database, logger, eventDays } = this.#options;
    const tenant = await this.#take(context, item);
    if (!tenant) {
      return;
    }
    const counts = await this.#count(context, tenant);
    const found = Object.fromEntries(erasingSteps.map((step) => [step, sumOf(counts[step])]));
    if (erasingSteps.some((step) => found[step] !== 0)) {
      logger.warn(
        { traceId: context.trace.traceId, tenantId: tenant.id, counts },
        'a deleted tenant has something left',
      );
      await this.#cellWork.add(context, database.control, tenant.id, 'deletion', tenant.id);
      return;
    }
    await database.control.transaction(context, async (sql) => {
      await this.#store.noteProof(context, sql, tenant.id, found, eventDays);
      await audit({ ...context, actor: prover } satisfies ChangeContext, sql, tenant.id, 'tenant.deleted', tenant.id);
    });
  }

  #take(context: CallContext, { tenantId }: CellWorkItem): Promise<StillGoing | undefined> {
    return this.#store.take(context, this.#options.database.control, tenantId);
  }

  async #count(context: CallContext, tenant: GoingTenant): Promise<Record<ErasingStep, Counts>> {
    const counted = erasingSteps.map(
      async (step) => [step, await this.#belongings[step].count(context, tenant)] as const,
    );
    return Object.fromEntries(await Promise.all(counted)) as Record<ErasingStep, Counts>;
  }
}

function filesOf(each: readonly Belongings[]): Belongings {
  return {
    count: async (context, tenant) => {
      const counts = await Promise.all(each.map((files) => files.count(context, tenant)));
      return { files: counts.reduce((sum, some) => sum + sumOf(some), 0) };
    },
    erase: async (context, tenant) => {
      for (const files of each) {
        await files.erase(context, tenant);
      }
    },
  };
}

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Behind the last step, longer than the minute in which the copies of Redis and all requests from before have ended. */
const proofAfterMs = 61_000;

const prover = { kind: 'system', name: 'deletions' } as const;
