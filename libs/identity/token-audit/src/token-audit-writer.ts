import { isLockTimeout, type Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import type { AuditRow } from './audit-row.ts';
import { BatchWriter } from './batch-writer.ts';
import type { TokenAuditStore } from './token-audit-store.ts';
import type { TokenAudit } from './token-audit.ts';

const writing = loop('write token audit', 'Writes the audit of tokens, and tends its partitions.', 'TokenAuditBehind');
const notingUses = loop('note uses of secrets', 'Notes that a secret is used, at once.');

/**
 * Writes the audit twice a second, or sooner if a batch is full, and tends its partitions. The use of a secret is noted at
 * once, because its owner may look for it. No request waits for any of it.
 */
export class TokenAuditWriter {
  static readonly loops = [writing, notingUses];
  readonly #audit: TokenAudit;
  readonly #store: TokenAuditStore;
  readonly #database: Database;
  readonly #telemetry: Telemetry;
  readonly #events: BatchWriter<AuditRow>;
  readonly #refusals: BatchWriter<AuditRow>;
  readonly #uses: BatchWriter<string>;
  #notingUses: Promise<void> | undefined;
  #tendAtMs = 0;

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

  /** Writes at the end the rows that still wait, if the database takes them. */
  start(background: Background): void {
    const wake = background.repeat(writing, () => this.#round(), pauseMs, { isPoll: true, last: () => this.#end() });
    this.#audit.onFull(wake);
    this.#audit.onUse(() => void background.attempt(notingUses, (context) => this.#noteUses(context)));
  }

  async #end(): Promise<void> {
    try {
      await this.#round();
    } finally {
      const { events, refusals } = this.#audit;
      const rows = events.size + refusals.size;
      this.#audit.lose(rows);
      if (rows > 0) {
        this.#telemetry.logger.error({ rows }, 'rows of the audit of tokens are lost with this process');
      }
    }
  }

  /** It has a trace where there is work. */
  async #round(): Promise<void> {
    if (this.#hasWork()) {
      await this.#telemetry.inBackground(writing.name, (context) =>
        oneByOne([() => this.#writeRows(context), () => this.#noteUses(context)]),
      );
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
