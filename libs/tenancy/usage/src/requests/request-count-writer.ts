import type { Database } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { loop, type Background } from '@rapport/telemetry';
import type { CountBatch, RequestCountStore } from './request-count-store.ts';
import type { RequestCounts } from './request-counts.ts';

const writingUsage = loop('write usage', 'Writes the requests and tokens that were counted.', 'UsageNotWritten');

/** Writes what this process counted every ten seconds, and once more when it ends. No request waits for it. */
export class RequestCountWriter {
  static readonly loops = [writingUsage];
  readonly #counts: RequestCounts;
  readonly #store: RequestCountStore;
  readonly #database: Database;
  readonly #process = newId();
  #batch: CountBatch | undefined;
  #number = 0;

  constructor(counts: RequestCounts, store: RequestCountStore, database: Database) {
    this.#counts = counts;
    this.#store = store;
    this.#database = database;
  }

  /** Writes at the end what still waits, if the database takes it. */
  start(background: Background): void {
    const { control } = this.#database;
    void background.attempt(writingUsage, (context) => this.#store.forgetOld(context, control));
    background.repeat(writingUsage, (context) => this.write(context), pauseMs, {
      last: async (context) => {
        await this.write(context);
        await this.#store.forget(context, control, this.#process);
      },
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
}

const pauseMs = 10_000;
