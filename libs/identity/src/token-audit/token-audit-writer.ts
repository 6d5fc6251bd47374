import { isLockTimeout, type Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import type { Counter, Telemetry } from '@rapport/telemetry';
import { batchSize, type TokenAudit } from './token-audit.ts';
import { tokenAuditStore } from './token-audit-store.ts';

/** Writes the audit of tokens twice a second, or sooner when a batch is full, and tends its partitions. No request waits for it. */
export class TokenAuditWriter {
  readonly #audit: TokenAudit;
  readonly #database: Database;
  readonly #telemetry: Telemetry;
  readonly #written: Counter;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #wake: () => void = () => undefined;
  #tendAt = 0;
  #wasRefused = false;
  /** Whether the next batch begins with rows that may have been written before. */
  #isSentAgain = false;
  #complainAt = 0;
  #complainedRows = 0;

  constructor(audit: TokenAudit, database: Database, telemetry: Telemetry) {
    this.#audit = audit;
    this.#database = database;
    this.#telemetry = telemetry;
    this.#written = telemetry.metrics.counter({
      name: 'token_audit_rows_total',
      help: 'Rows of the audit of tokens that were written.',
    });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Writes what still waits, if the database takes it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      const isThere = await this.#round();
      if (!this.#isStopping) {
        await this.#pause(isThere);
      }
    } while (!this.#isStopping);
    await this.#round();
    const { events, refusals } = this.#audit;
    this.#audit.lose(events.size + refusals.size);
    if (events.size + refusals.size > 0) {
      this.#telemetry.logger.error(
        { rows: events.size + refusals.size },
        'rows of the audit of tokens are lost with this process',
      );
    }
  }

  /** False where it is to be tried again after the whole pause. */
  async #round(): Promise<boolean> {
    if (!this.#hasWork()) {
      return true;
    }
    try {
      await this.#telemetry.inBackground('write token audit', async (context) => {
        await this.#tend(context);
        await this.#writeAll(context);
      });
      return true;
    } catch (error) {
      this.#complain(error);
      return false;
    }
  }

  #hasWork(): boolean {
    const { events, refusals, uses } = this.#audit;
    return events.size + refusals.size + uses.size > 0 || performance.now() >= this.#tendAt;
  }

  /** Before anything is written, so that no row ever lacks its partition. */
  async #tend(context: CallContext): Promise<void> {
    if (performance.now() >= this.#tendAt) {
      this.#audit.clock.set(await tokenAuditStore.tend(this.#database.control, context));
      this.#tendAt = performance.now() + tendPauseMs;
    }
  }

  async #writeAll(context: CallContext): Promise<void> {
    const { events, refusals, uses } = this.#audit;
    const sql = this.#database.control;
    while (events.size > 0) {
      this.#written.inc(
        await this.#write(events, (rows) => tokenAuditStore.insert(sql, context, rows, this.#isSentAgain)),
      );
    }
    while (refusals.size > 0) {
      this.#written.inc(await this.#write(refusals, (rows) => tokenAuditStore.count(sql, context, rows)));
    }
    while (uses.size > 0) {
      await this.#write(uses, (ids) => tokenAuditStore.noteUses(sql, context, ids));
    }
  }

  /** What an absent database did not take waits on; what it refuses twice would be refused for ever, and is given up. */
  async #write<T>(waiting: Waiting<T>, send: (batch: T[]) => Promise<void>): Promise<number> {
    const batch = waiting.take(batchSize);
    try {
      await send(batch);
    } catch (error) {
      const isRefused = !(error instanceof AppError) && !isLockTimeout(error);
      this.#audit.lose(isRefused && this.#wasRefused ? batch.length : waiting.putBack(batch));
      this.#wasRefused = isRefused && !this.#wasRefused;
      this.#isSentAgain = true;
      this.#tendAt = isRefused ? 0 : this.#tendAt;
      throw error;
    }
    this.#wasRefused = false;
    this.#isSentAgain = false;
    return batch.length;
  }

  #pause(mayBeCutShort: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pauseMs);
    this.#wake = () => {
      clearTimeout(timer);
      resolve();
    };
    this.#audit.onFull(() => mayBeCutShort && this.#wake());
    return promise;
  }

  #complain(error: unknown): void {
    if (performance.now() < this.#complainAt) {
      return;
    }
    this.#complainAt = performance.now() + complaintPauseMs;
    const { droppedRows, events, refusals } = this.#audit;
    const dropped = droppedRows - this.#complainedRows;
    this.#complainedRows = droppedRows;
    const fields = { error, waiting: events.size + refusals.size, dropped };
    this.#telemetry.logger.warn(fields, 'the audit of tokens could not be written and is tried again');
  }
}

interface Waiting<T> {
  take(max: number): T[];
  /** Gives how many found no room. */
  putBack(batch: readonly T[]): number;
}

const pauseMs = 500;
const tendPauseMs = 3_600_000;
const complaintPauseMs = 60_000;
