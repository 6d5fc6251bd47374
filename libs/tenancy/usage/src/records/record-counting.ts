import type { StatePublisher } from '@rapport/admission';
import { togetherMax, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import type { CountedTenant, RecordCountStore } from './record-count-store.ts';

const countingRecords = loop('count records', 'Counts the records of the tenants of each cell.', 'RecordsNotCounted');

/**
 * Counts the records of every cell's tenants every ten seconds, along the stamps of their changes, and says of each
 * tenant whether it is at its limit. It reads the log, so it holds up no write.
 */
export class RecordCounting {
  static readonly loops = [countingRecords];
  readonly #database: Database;
  readonly #store: RecordCountStore;
  readonly #publisher: StatePublisher;
  readonly #telemetry: Telemetry;
  /** The numbers of the resources whose records count. */
  readonly #resources: readonly number[];
  readonly #resting = new Map<number, Rest>();
  readonly #countFailures: (cell: string, count?: number) => void;

  constructor(
    database: Database,
    store: RecordCountStore,
    publisher: StatePublisher,
    telemetry: Telemetry,
    resources: readonly number[],
  ) {
    this.#database = database;
    this.#store = store;
    this.#publisher = publisher;
    this.#telemetry = telemetry;
    this.#resources = resources;
    const failures = telemetry.metrics.counter({
      name: 'record_count_failures_total',
      help: 'Tries to count the records of a tenant that failed; the next round counts what was left.',
      labelNames: ['cell'],
    });
    this.#countFailures = (cell, count = 1) => failures.inc({ cell }, count);
  }

  start(background: Background): void {
    for (const cell of this.#database.cellNames) {
      // A series that begins with its first failure shows no rise.
      this.#countFailures(cell, 0);
      background.repeat(countingRecords, (context) => this.#round(context, cell), pollMs, { cell, isPoll: true });
    }
  }

  /** Counts a cell to its newest stamps. Two processes at it do no harm. */
  async count(context: CallContext, cell: string): Promise<void> {
    const { control } = this.#database;
    for (let after: number | undefined = 0; after !== undefined;) {
      const tenants = await this.#store.tenants(context, control, cell, after, tenantsMax);
      for (const some of chunksOf(await this.#moved(context, cell, tenants))) {
        await this.#countSome(context, cell, some);
      }
      after = tenants.length < tenantsMax ? undefined : tenants.at(-1)?.number;
    }
    for (const tenantId of await this.#store.compare(context, control, cell)) {
      await this.#publisher.publishTenant(context, tenantId);
    }
  }

  /**
   * Tenants of which one fails are counted one by one, so that it leaves the others counted. A stamp counts once all the
   * same. A database that is away ends the round, because otherwise every tenant would wait for it.
   */
  async #countSome(context: CallContext, cell: string, some: readonly CountedTenant[]): Promise<void> {
    try {
      for (const changes of await this.#store.changes(context, this.#database.cell(cell), some, this.#resources)) {
        await this.#store.add(context, this.#database.control, changes);
      }
    } catch (error) {
      await this.#store.tenants(context, this.#database.control, cell, 0, 0);
      await this.#store.clocks(context, this.#database.cell(cell), []);
      const [{ tenantId, number } = { tenantId: '', number: 0 }, ...others] = some;
      if (others.length > 0) {
        for (const one of some) {
          await this.#countSome(context, cell, [one]);
        }
        return;
      }
      this.#resting.delete(number);
      this.#countFailures(cell);
      this.#telemetry.logger.error({ cell, tenantId, error }, 'the records of a tenant could not be counted');
    }
  }

  async #round(context: CallContext, cell: string): Promise<void> {
    try {
      const { control } = this.#database;
      const known = await this.#store.takeTurn(context, control, cell, countEveryMs);
      const turn =
        known === undefined ? undefined : await this.#store.beginTurn(context, this.#database.cell(cell), known);
      if (turn !== undefined) {
        await this.#store.noteTurn(context, control, cell, turn);
        await this.count(context, cell);
      }
    } catch (error) {
      // It did not reach every tenant, so a clock that stands still may have changes behind it.
      this.#resting.clear();
      throw error;
    }
  }

  /**
   * The tenants that may have changes to count. A stamp without a change leaves the clock ahead for good, so a clock that
   * has stood still for longer than any transaction lasts is not looked behind again.
   */
  async #moved(context: CallContext, cell: string, tenants: readonly CountedTenant[]): Promise<CountedTenant[]> {
    const clocks = await this.#store.clocks(context, this.#database.cell(cell), tenants);
    return tenants.filter(({ number }) => {
      const clock = clocks.get(number);
      if (clock === undefined) {
        this.#resting.delete(number);
        return false;
      }
      const rest = this.#resting.get(number);
      if (rest?.clock !== clock) {
        this.#resting.set(number, { clock, sinceMs: performance.now() });
        return true;
      }
      return performance.now() - rest.sinceMs < restAfterMs;
    });
  }
}

/** A clock that is ahead of what was counted, and when it was first seen there. */
interface Rest {
  readonly clock: number;
  readonly sinceMs: number;
}

function chunksOf(tenants: readonly CountedTenant[]): CountedTenant[][] {
  const count = Math.ceil(tenants.length / togetherMax);
  return Array.from({ length: count }, (_, index) => tenants.slice(index * togetherMax, (index + 1) * togetherMax));
}

const countEveryMs = 10_000;
const pollMs = 2_000;
/** Longer than any transaction of a tenant, by far. */
const restAfterMs = 60_000;
const tenantsMax = 2_000;
