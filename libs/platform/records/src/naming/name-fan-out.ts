import { setTimeout as sleep } from 'node:timers/promises';
import type { NamedStatement, TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Logger } from '@rapport/telemetry';
import type { RecordDefinition } from '../defining/definition.ts';
import type { FanOutMetrics } from './fan-out-metrics.ts';
import { FanOutRound, type FanOutCaller, type RoundOutcome } from './fan-out-round.ts';
import { fanOutStatements, type ChunkRow, type DoneRow, type FanOutStatements } from './fan-out-statements.ts';

export interface NameFanOutOptions {
  readonly definitions: readonly RecordDefinition[];
  readonly metrics: FanOutMetrics;
  readonly logger: Logger;
}

/** The user whose write changed a name, and the record where it was one. */
export interface RenamedBy {
  readonly actorId: string | null;
  readonly recordId?: string;
}

/** The rounds of one tenant, which follow each other. */
interface TenantRun {
  /** Begins when the present round ends. Callers that come during a round share it. */
  next: FanOutRound | null;
  ended: Promise<void>;
}

/**
 * Does what the rows of cell.fan_out stand for: it stamps every record that shows a name which changed, and deletes every
 * part that is left of a record which is gone. In one process a tenant has one run at a time. A round sees only what was
 * committed before it began, so a caller that comes during a round waits for the end of the next one. The rows stay until
 * all is done, so a crash, a failure or an early end costs nothing.
 */
export class NameFanOut {
  readonly #statements: FanOutStatements;
  readonly #metrics: FanOutMetrics;
  readonly #logger: Logger;
  readonly #runs = new Map<number, TenantRun>();
  #isStopping = false;

  constructor({ definitions, metrics, logger }: NameFanOutOptions) {
    this.#statements = fanOutStatements(definitions);
    this.#metrics = metrics;
    this.#logger = logger;
  }

  /**
   * Comes after a write that left rows in cell.fan_out, and before its answer. It returns when all that they stand for
   * is stamped, or after `waitMs`; then the rest goes on without the caller. It never fails, because the write is done.
   * A write that names its one record does not wait for the many of another where few show its name.
   */
  async run(
    context: CallContext,
    sql: TenantSql,
    { actorId, recordId }: RenamedBy,
    waitMs = writeWaitMs,
  ): Promise<void> {
    const timer = new AbortController();
    const caller = { context, actorId, endsAt: Infinity };
    await Promise.race([
      this.#stampFor(sql, caller, recordId),
      sleep(waitMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
  }

  /** For a while, does what others left in a tenant. The round of a write goes before it. */
  async sweep(context: CallContext, sql: TenantSql, forMs: number): Promise<RoundOutcome> {
    if (this.#runs.has(sql.tenant.number)) {
      return 'left';
    }
    return this.#ask(sql, { context, actorId: null, endsAt: performance.now() + forMs });
  }

  /** Ends after the chunks in hand. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  async #stampFor(sql: TenantSql, caller: FanOutCaller, recordId: string | undefined): Promise<void> {
    const isUnderWay = this.#runs.has(sql.tenant.number);
    if (recordId === undefined || !isUnderWay || !(await this.#stampFew(sql, caller, recordId))) {
      await this.#ask(sql, caller);
    }
  }

  /** Beside a round that goes on, one chunk of each kind for one record. Whether that was all. */
  async #stampFew(sql: TenantSql, caller: FanOutCaller, recordId: string): Promise<boolean> {
    try {
      for (const statement of this.#chunks()) {
        const { picked } = await this.#stampChunk(sql, caller, statement, recordId);
        if (picked === chunkMax) {
          return false;
        }
      }
      return true;
    } catch (error) {
      this.#report(sql, caller, error);
      return false;
    }
  }

  /** The end of a round that begins after this call. */
  async #ask(sql: TenantSql, caller: FanOutCaller): Promise<RoundOutcome> {
    if (this.#isStopping) {
      return 'left';
    }
    const { number } = sql.tenant;
    const running = this.#runs.get(number);
    if (running) {
      running.next ??= new FanOutRound(caller);
      return running.next.ended;
    }
    const round = new FanOutRound(caller);
    const run: TenantRun = { next: round, ended: Promise.resolve() };
    this.#runs.set(number, run);
    run.ended = this.#goOn(sql, run);
    return round.ended;
  }

  async #goOn(sql: TenantSql, run: TenantRun): Promise<void> {
    while (run.next) {
      const round = run.next;
      run.next = null;
      try {
        round.end(await this.#stampAll(sql, run, round));
        if (!this.#isStopping) {
          await this.#forgetDone(round.context, sql);
        }
      } catch (error) {
        this.#report(sql, round, error);
        round.end('failed');
      }
    }
    this.#runs.delete(sql.tenant.number);
  }

  async #stampAll(sql: TenantSql, run: TenantRun, round: FanOutRound): Promise<RoundOutcome> {
    let chunks = 0;
    for (const statement of this.#chunks()) {
      for (let hasMore = true; hasMore;) {
        if (this.#isStopping || (round.isSweep && (run.next !== null || performance.now() > round.endsAt))) {
          return 'left';
        }
        const { picked, written } = await this.#stampChunk(sql, round, statement);
        if (round.isSweep && picked > 0 && written === 0) {
          // Another process is at the same records.
          return 'left';
        }
        hasMore = picked === chunkMax;
        if (hasMore && run.next !== null && this.#statements.remnants.includes(statement)) {
          // The names of the next round go before remnants, which no caller sees.
          return 'left';
        }
        chunks += 1;
        if (hasMore && chunks % chunksBetween === 0) {
          await this.#forgetDone(round.context, sql);
        }
      }
    }
    return 'stamped';
  }

  #chunks(): readonly NamedStatement[] {
    return [...this.#statements.names, ...this.#statements.remnants];
  }

  /** Of one record, or of all that are open. */
  async #stampChunk(
    sql: TenantSql,
    { context, actorId }: FanOutCaller,
    statement: NamedStatement,
    recordId: string | null = null,
  ): Promise<ChunkRow> {
    const values = { chunkMax, actor: actorId, traceparent: context.trace.traceparent, recordId };
    const [row = nothing] = await sql.write<ChunkRow>(context, statement.with(values));
    this.#count(sql, row);
    return row;
  }

  /** Takes away the rows that stand for nothing any more. Each chunk would look for their records again. */
  async #forgetDone(context: CallContext, sql: TenantSql): Promise<void> {
    for (let gone = goneMax; gone === goneMax;) {
      const [row] = await sql.write<DoneRow>(context, this.#statements.done.with({ goneMax }));
      gone = row?.gone ?? 0;
    }
  }

  #count({ tenant: { cell } }: TenantSql, { written }: ChunkRow): void {
    if (written > 0) {
      this.#metrics.chunks.inc({ cell });
      this.#metrics.stamped.inc({ cell }, written);
    }
  }

  #report({ tenant: { cell, number } }: TenantSql, { context }: FanOutCaller, error: unknown): void {
    this.#metrics.failures.inc({ cell });
    const fields = { traceId: context.trace.traceId, cell, tenant: number, error };
    this.#logger.warn(fields, 'the fan-out of names failed and will be tried again');
  }
}

const nothing: ChunkRow = { picked: 0, written: 0 };
const writeWaitMs = 1_000;
/** A chunk of so many holds the tenant's lock for some ten milliseconds. */
const chunkMax = 300;
const goneMax = 300;
const chunksBetween = 20;
