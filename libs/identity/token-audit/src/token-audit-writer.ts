import { isLockTimeout, type Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { AuditRow } from './audit-row.ts';
import { BatchWriter } from './batch-writer.ts';
import type { TokenAuditStore } from './token-audit-store.ts';
import type { TokenAudit } from './token-audit.ts';

/**
 * Writes the audit twice a second, or sooner if a batch is full, and tends its partitions. The use of a secret is noted at
 * once, because its owner may look for it. No request waits for any of it.
 */
export class TokenAuditWriter {
  readonly #audit: TokenAudit;
  readonly #store: TokenAuditStore;
  readonly #database: Database;
  readonly #telemetry: Telemetry;
  readonly #events: BatchWriter<AuditRow>;
  readonly #refusals: BatchWriter<AuditRow>;
  readonly #uses: BatchWriter<string>;
  #running: Promise<void> | undefined;
  #notingUses: Promise<void> | undefined;
  #isStopping = false;
  #wake: () => void = () => undefined;
  #tendAtMs = 0;
  #logAgainAtMs = 0;
  #loggedRows = 0;

  constructor(audit: TokenAudit, store: TokenAuditStore, database: Database, telemetry: Telemetry) {
    this.#audit = audit;
    this.#store = store;
    this.#database = database;
    this.#telemetry = telemetry;
    const written = telemetry.metrics.counter({
      name: 'token_audit_rows_total',
      help: 'Rows of the audit of tokens that were written.',
    });
    const { control } = database;
    const measureRows = { onWritten: (rows: number) => written.inc(rows), onLost: (rows: number) => audit.lose(rows) };
    this.#events = new BatchWriter({
      ...{ waiting: audit.events, ...measureRows },
      send: (context, rows, isSentAgain) => store.insert(context, control, rows, isSentAgain),
    });
    this.#refusals = new BatchWriter({
      ...{ waiting: audit.refusals, ...measureRows },
      send: (context, rows) => store.count(context, control, rows),
    });
    this.#uses = new BatchWriter({
      ...{ waiting: audit.uses, onWritten: ignore, onLost: ignore },
      send: (context, ids) => store.noteUses(context, control, ids),
    });
  }

  start(): void {
    this.#running ??= this.#run();
    this.#audit.onUse(() => {
      const noting = this.#telemetry.inBackground('note uses of secrets', (context) => this.#noteUses(context));
      // A round takes up what is left.
      noting.catch(() => undefined);
    });
  }

  /** Writes the rows that still wait, if the database takes them. */
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

  /** False if the next round must wait for the whole pause. */
  async #round(): Promise<boolean> {
    if (!this.#hasWork()) {
      return true;
    }
    try {
      await this.#telemetry.inBackground('write token audit', (context) =>
        oneByOne([() => this.#writeRows(context), () => this.#noteUses(context)]),
      );
      return true;
    } catch (error) {
      this.#log(error);
      return false;
    }
  }

  /** One at a time. Uses that come meanwhile are noted with it. */
  #noteUses(context: CallContext): Promise<void> {
    this.#notingUses ??= this.#uses.writeAll(context).finally(() => (this.#notingUses = undefined));
    return this.#notingUses;
  }

  #hasWork(): boolean {
    const { events, refusals, uses } = this.#audit;
    return events.size + refusals.size + uses.size > 0 || performance.now() >= this.#tendAtMs;
  }

  /** Rows that were refused may lack a partition, so the partitions are tended before the next attempt. */
  async #writeRows(context: CallContext): Promise<void> {
    await this.#tend(context);
    try {
      await oneByOne([() => this.#events.writeAll(context), () => this.#refusals.writeAll(context)]);
    } catch (error) {
      this.#tendAtMs = 0;
      throw error;
    }
  }

  async #tend(context: CallContext): Promise<void> {
    if (performance.now() >= this.#tendAtMs) {
      this.#audit.clock.set(await this.#store.tend(context, this.#database.control));
      this.#tendAtMs = performance.now() + tendPauseMs;
    }
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

  #log(error: unknown): void {
    if (performance.now() < this.#logAgainAtMs) {
      return;
    }
    this.#logAgainAtMs = performance.now() + logPauseMs;
    const { droppedRows, events, refusals } = this.#audit;
    const dropped = droppedRows - this.#loggedRows;
    this.#loggedRows = droppedRows;
    const fields = { error, waiting: events.size + refusals.size, dropped };
    this.#telemetry.logger.warn(fields, 'the audit of tokens could not be written and is tried again');
  }
}

/** Takes each step, also after one that failed, unless the database is absent. Throws the first error. */
async function oneByOne(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (error instanceof AppError && !isLockTimeout(error)) {
        throw error;
      }
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}

function ignore(): void {
  // A use that is not noted is not a lost row, because the next use is noted in its place.
}

const pauseMs = 500;
const tendPauseMs = 3_600_000;
const logPauseMs = 60_000;
