import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import type { FanOutMetrics } from './fan-out-metrics.ts';
import type { NameFanOut } from './name-fan-out.ts';
import { findOpenFanOut, type OpenFanOut } from './open-fan-out.ts';

export interface FanOutSweeperOptions {
  readonly database: Database;
  readonly fanOut: NameFanOut;
  readonly metrics: FanOutMetrics;
  readonly telemetry: Telemetry;
  readonly everyMs?: number;
}

interface Patience {
  readonly failures: number;
  readonly dueAt: number;
}

const sweepingNames = loop('sweep names', 'Ends the fan-outs of names that other processes left behind.');

/**
 * Finishes the fan-out of names that a process left behind: one that died, one that met an error, and the one that
 * moved a user with its records into another team. Every process looks for such tenants. A tenant has its share of time
 * at each visit, and one that failed is left alone for a while, so that none holds up another.
 */
export class FanOutSweeper {
  static readonly loops = [sweepingNames];
  readonly #options: FanOutSweeperOptions;
  readonly #failed = new Map<number, Patience>();

  constructor(options: FanOutSweeperOptions) {
    this.#options = options;
  }

  start(background: Background): void {
    const { database, everyMs = defaultEveryMs } = this.#options;
    for (const cell of database.cellNames) {
      let after = 0;
      const every = (last = 0): number => ((after = last) === 0 ? everyMs : 0);
      const sweep = (context: CallContext, stopping: AbortSignal) => this.#sweep(context, cell, after, stopping);
      background.repeat(sweepingNames, sweep, every, { cell, isPoll: true });
    }
  }

  /** Visits some tenants behind the last one. The number of the last of them, or 0 where no more follow. */
  async #sweep(context: CallContext, cell: string, after: number, stopping: AbortSignal): Promise<number> {
    const { database, metrics } = this.#options;
    const values = { after, tenantsMax, countedMax };
    const [open] = await database.cell(cell).query<OpenFanOut>(context, findOpenFanOut.with(values));
    if (!open) {
      return 0;
    }
    metrics.setLevel(cell, open);
    const due = open.tenants.filter((tenant) => (this.#failed.get(tenant)?.dueAt ?? 0) <= performance.now());
    await Promise.all(Array.from({ length: visitsAtOnce }, () => this.#visitEach(cell, due, stopping)));
    return open.tenants.length < tenantsMax ? 0 : (open.tenants.at(-1) ?? 0);
  }

  /** Takes the next tenant from the list until it is empty, as others do at the same time. */
  async #visitEach(cell: string, due: number[], stopping: AbortSignal): Promise<void> {
    for (let number = due.shift(); number !== undefined; number = due.shift()) {
      if (stopping.aborted) {
        return;
      }
      const { database, fanOut, telemetry } = this.#options;
      const sql = database.tenant({ number, cell });
      const outcome = await telemetry.inBackground('sweep names', (context) => fanOut.sweep(context, sql, visitMs));
      if (outcome === 'failed') {
        const failures = (this.#failed.get(number)?.failures ?? 0) + 1;
        const pauseMs = Math.min(failurePauseMs * 2 ** (failures - 1), failurePauseMaxMs);
        this.#failed.set(number, { failures, dueAt: performance.now() + pauseMs });
      } else {
        this.#failed.delete(number);
      }
    }
  }
}

const defaultEveryMs = 2_000;
const tenantsMax = 50;
const visitsAtOnce = 2;
/** The share of one tenant at each visit. */
const visitMs = 2_000;
const countedMax = 10_000;
const failurePauseMs = 4_000;
const failurePauseMaxMs = 60_000;
