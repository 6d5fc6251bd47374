import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { CountBatch, RequestCountStore } from './request-count-store.ts';
import type { RequestCounts } from './request-counts.ts';

/** Writes what this process counted every ten seconds, and once more when it ends. No request waits for it. */
export class RequestCountWriter {
  readonly #counts: RequestCounts;
  readonly #store: RequestCountStore;
  readonly #database: Database;
  readonly #telemetry: Telemetry;
  readonly #process = newId();
  readonly #stopping = new AbortController();
  readonly #countFailures: () => void;
  #batch: CountBatch | undefined;
  #number = 0;
  #running: Promise<void> | undefined;

  constructor(counts: RequestCounts, store: RequestCountStore, database: Database, telemetry: Telemetry) {
    this.#counts = counts;
    this.#store = store;
    this.#database = database;
    this.#telemetry = telemetry;
    const failures = telemetry.metrics.counter({
      name: 'usage_write_failures_total',
      help: 'Attempts to write the usage that this process counted that failed; the counts are kept and sent again.',
    });
    this.#countFailures = () => failures.inc();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Writes what still waits, if the database takes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#attempt(async (context) => {
      await this.write(context);
      await this.#store.forget(context, this.#database.control, this.#process);
    });
  }

  /** Writes all that was counted until now. A batch stays as it is until it is written. */
  async write(context: CallContext): Promise<void> {
    while (this.#batch || this.#counts.size > 0) {
      this.#batch ??= { process: this.#process, number: (this.#number += 1), counts: this.#counts.take() };
      await this.#store.add(context, this.#database.control, this.#batch);
      this.#batch = undefined;
    }
  }

  async #run(): Promise<void> {
    await this.#attempt((context) => this.#store.forgetOld(context, this.#database.control));
    while (!this.#stopping.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (!this.#stopping.signal.aborted && (this.#batch || this.#counts.size > 0)) {
        await this.#attempt((context) => this.write(context));
      }
    }
  }

  async #attempt(work: (context: CallContext) => Promise<void>): Promise<void> {
    try {
      await this.#telemetry.inBackground('write usage', work);
    } catch (error) {
      this.#countFailures();
      this.#telemetry.logger.warn({ error }, 'the usage of tenants could not be written and is sent again');
    }
  }
}

const pauseMs = 10_000;
