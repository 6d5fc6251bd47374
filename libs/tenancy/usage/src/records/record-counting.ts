import { setTimeout as sleep } from 'node:timers/promises';
import type { StatePublisher } from '@rapport/admission';
import { togetherMax, type Database } from '@rapport/database';
import { untracedContext, type CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { CountedTenant, RecordCountStore } from './record-count-store.ts';

/**
 * Counts the records of every cell's tenants every ten seconds, along the stamps of their changes, and says of each
 * tenant whether it is at its limit. It reads the log, so it holds up no write.
 */
export class RecordCounting {
  readonly #database: Database;
  readonly #store: RecordCountStore;
  readonly #publisher: StatePublisher;
  readonly #telemetry: Telemetry;
  readonly #resting = new Map<number, Rest>();
  readonly #stopping = new AbortController();
  readonly #countFailures: (cell: string) => void;
  #running: Promise<void> | undefined;

  constructor(database: Database, store: RecordCountStore, publisher: StatePublisher, telemetry: Telemetry) {
    this.#database = database;
    this.#store = store;
    this.#publisher = publisher;
    this.#telemetry = telemetry;
    const failures = telemetry.metrics.counter({
      name: 'record_count_failures_total',
      help: 'Tries to count the records of a cell, or of one of its tenants, that failed; the next round counts what was left.',
      labelNames: ['cell'],
    });
    this.#countFailures = (cell) => failures.inc({ cell });
  }

  /** The numbers of the resources whose records count. */
  start(resources: readonly number[]): void {
    this.#running ??= this.#run(resources);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Counts a cell to its newest stamps. Two processes at it do no harm. */
  async count(context: CallContext, cell: string, resources: readonly number[]): Promise<void> {
    const { control } = this.#database;
    for (let after: number | undefined = 0; after !== undefined;) {
      const tenants = await this.#store.tenants(context, control, cell, after, tenantsMax);
      for (const some of chunksOf(await this.#moved(context, cell, tenants))) {
        await this.#countSome(context, cell, some, resources);
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
  async #countSome(
    context: CallContext,
    cell: string,
    some: readonly CountedTenant[],
    resources: readonly number[],
  ): Promise<void> {
    try {
      for (const changes of await this.#store.changes(context, this.#database.cell(cell), some, resources)) {
        await this.#store.add(context, this.#database.control, changes);
      }
    } catch (error) {
      await this.#store.tenants(context, this.#database.control, cell, 0, 0);
      await this.#store.clocks(context, this.#database.cell(cell), []);
      const [{ tenantId, number } = { tenantId: '', number: 0 }, ...others] = some;
      if (others.length > 0) {
        for (const one of some) {
          await this.#countSome(context, cell, [one], resources);
        }
        return;
      }
      this.#resting.delete(number);
      this.#countFailures(cell);
      this.#telemetry.logger.error({ cell, tenantId, error }, 'the records of a tenant could not be counted');
    }
  }

  async #run(resources: readonly number[]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      for (const cell of this.#database.cellNames) {
        await this.#attempt(cell, resources);
      }
      await sleep(pollMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  async #attempt(cell: string, resources: readonly number[]): Promise<void> {
    try {
      const context = untracedContext();
      if (await this.#store.takeTurn(context, this.#database.control, cell, countEveryMs)) {
        await this.count(context, cell, resources);
      }
    } catch (error) {
      // The round did not reach every tenant, so a clock that stands still may have changes behind it.
      this.#resting.clear();
      this.#countFailures(cell);
      this.#telemetry.logger.warn(
        { cell, error },
        'the records of a cell could not be counted; the next round does it',
      );
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
