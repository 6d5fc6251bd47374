import type { Database, Sql } from '@rapport/database';
import { newId, serviceUnavailable, type AppError, type CallContext } from '@rapport/kernel';
import type { CellWorkKind, ShownWork } from '@rapport/kinds';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import type { CellWorker, CellWorkSteps, HeldWork } from './cell-work-item.ts';
import type { CellWorkMetrics } from './cell-work-metrics.ts';
import type { CellWorkStore } from './cell-work-store.ts';
import { attemptsUntilRest, awayMs, backOffMs, failureReason, isAway } from './failing.ts';

const resumingCellWork = loop('resume cell work', 'Does what changes have left to do in cells.', 'CellWorkFailing');

/**
 * The work that a change in control still has to do in a cell. The transaction of the change notes it, and the service
 * does it before it answers. Another process resumes work that a crash or a failure left undone, at the step where it
 * ended. Each try holds the work, so that two processes are not at it at once.
 */
export class CellWork {
  static readonly loops = [resumingCellWork];
  readonly #database: Database;
  readonly #store: CellWorkStore;
  readonly #metrics: CellWorkMetrics;
  readonly #telemetry: Telemetry;
  readonly #kinds = new Map<CellWorkKind, CellWorkSteps>();
  readonly #lanes = new Map<string, number>();

  constructor(database: Database, store: CellWorkStore, metrics: CellWorkMetrics, telemetry: Telemetry) {
    this.#database = database;
    this.#store = store;
    this.#metrics = metrics;
    this.#telemetry = telemetry;
  }

  start(background: Background): void {
    // A round may be at a cell that is slow, which holds up no other.
    const rounds = { isPoll: true, overlaps: true } as const;
    background.repeat(resumingCellWork, (context, stopping) => this.resume(context, stopping), resumeEveryMs, rounds);
  }

  /** Registers who does the work of a kind: in one step, or in several. */
  register(kind: CellWorkKind, work: CellWorker | CellWorkSteps): void {
    this.#kinds.set(kind, typeof work === 'function' ? { steps: { cell: work } } : work);
  }

  async add(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    kind: CellWorkKind,
    principalId: string,
  ): Promise<string> {
    const id = newId();
    const { steps, laterMs } = this.#kinds.get(kind) ?? { steps: {} };
    const [first = ''] = Object.keys(steps);
    await this.#store.insert(context, sql, { id, tenantId, kind, principalId }, laterMs?.[first]);
    return id;
  }

  /** Leaves all that is still to do for a tenant. */
  async leave(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await this.#store.leave(context, sql, tenantId);
  }

  /** Does work that the caller has added, where its failure undoes what the work is for. It returns when all is done. */
  async attempt(context: CallContext, id: string): Promise<void> {
    const { control } = this.#database;
    const work = await this.#store.take(context, control, id, newId());
    if (work) {
      await this.#do(context, work);
      return;
    }
    const left = await this.#store.find(context, control, id);
    if (left) {
      throw left.rests
        ? serviceUnavailable('This failed too often, and rests until an operator retries it.', 60)
        : serviceUnavailable('Another process is at this; try again.');
    }
  }

  /** Does the work of a change that is made. Where the cell cannot take it now, the caller is told that the change stands. */
  async complete(context: CallContext, id: string): Promise<void> {
    try {
      await this.attempt(context, id);
    } catch (error) {
      throw isAway(error) ? madeAlready(error) : error;
    }
  }

  /**
   * Does all the work that is due and that no process holds: several items at once in each cell, so that neither an item
   * nor a cell waits for another one that fails or is slow. Each item has a trace of its own. It may be called while an earlier call is at a slow cell.
   */
  async resume(context: CallContext, signal?: AbortSignal): Promise<void> {
    const { control } = this.#database;
    const cells = await this.#store.dueCells(context, control, [...this.#kinds.keys()]);
    const lanes = cells.flatMap((cell) =>
      Array.from({ length: lanesPerCell - (this.#lanes.get(cell) ?? 0) }, () => this.#resumeIn(context, cell, signal)),
    );
    const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
    this.#metrics.setFailing(this.#kinds.keys(), await this.#store.failing(context, control));
    if (failed) {
      throw failed.reason;
    }
  }

  /** The work that is left for a tenant, as an operator sees it, in the order in which it was noted. */
  async ofTenant(context: CallContext, tenantId: string): Promise<ShownWork[]> {
    const left = await this.#store.ofTenant(context, this.#database.control, tenantId);
    return left.map((work) => ({ ...work, step: work.step ?? this.#stepNames(work.kind)[0] ?? work.kind }));
  }

  /** Lets work of a tenant that rests go on at its step. False if none rests. */
  async retry(context: CallContext, sql: Sql, tenantId: string): Promise<boolean> {
    return this.#store.retry(context, sql, tenantId);
  }

  /** One item of the cell after the other, until none is due. */
  async #resumeIn(context: CallContext, cell: string, signal: AbortSignal | undefined): Promise<void> {
    this.#lanes.set(cell, (this.#lanes.get(cell) ?? 0) + 1);
    try {
      while (!signal?.aborted) {
        const kinds = [...this.#kinds.keys()];
        const work = await this.#store.takeNext(context, this.#database.control, cell, kinds, newId());
        if (!work) {
          return;
        }
        await this.#telemetry.inBackground('resume cell work', (traced) => this.#resumeOne(traced, work, signal));
      }
    } finally {
      this.#lanes.set(cell, (this.#lanes.get(cell) ?? 1) - 1);
    }
  }

  async #resumeOne(context: CallContext, work: HeldWork, signal: AbortSignal | undefined): Promise<void> {
    const { traceId } = context.trace;
    try {
      await this.#do(context, work, signal);
      this.#metrics.countResumed(work.kind, 'done');
      this.#telemetry.logger.info({ traceId, work }, 'unfinished work in a cell was resumed');
    } catch (error) {
      this.#metrics.countResumed(work.kind, 'failed');
      this.#telemetry.logger.error({ traceId, work, error }, 'work in a cell failed');
    }
  }

  async #do(context: CallContext, work: HeldWork, signal?: AbortSignal): Promise<void> {
    const { control } = this.#database;
    const names = this.#stepNames(work.kind);
    const holding = setInterval(() => void this.#hold(context, work).catch(() => undefined), holdEveryMs);
    let { attempts } = work;
    try {
      for (let at = work.step === null ? 0 : names.indexOf(work.step); at < names.length; at += 1) {
        await this.#worker(work.kind, names[at])(context, work, async () => {
          if (signal?.aborted) {
            throw stopping();
          }
          await this.#hold(context, work);
        });
        const next = names[at + 1];
        const laterMs = next === undefined ? undefined : this.#steps(work.kind).laterMs?.[next];
        if (next === undefined) {
          await this.#store.remove(context, control, work);
        } else if (!(await this.#store.advance(context, control, work, next, laterMs))) {
          throw lost();
        }
        if (laterMs !== undefined) {
          return;
        }
        attempts = 0;
      }
    } catch (error) {
      await this.#noteFailure(context, { ...work, attempts }, error);
      throw error;
    } finally {
      clearInterval(holding);
    }
  }

  async #hold(context: CallContext, work: HeldWork): Promise<void> {
    if (!(await this.#store.hold(context, this.#database.control, work))) {
      throw lost();
    }
  }

  /** The hold ends by itself where control cannot take the note either, and the work is tried again. */
  async #noteFailure(context: CallContext, work: HeldWork, error: unknown): Promise<void> {
    const { traceId } = context.trace;
    const { onRest } = this.#steps(work.kind);
    const counts = onRest === undefined || !isAway(error);
    const attempts = work.attempts + (counts ? 1 : 0);
    const rests = onRest !== undefined && attempts >= attemptsUntilRest;
    const wait = rests ? null : counts ? backOffMs(attempts) : awayMs;
    try {
      await this.#database.control.transaction(context, async (sql) => {
        const noted = { attempts, failure: failureReason(error, traceId), waitMs: wait };
        const isNoted = await this.#store.noteFailure(context, sql, work, noted);
        if (isNoted && rests) {
          await onRest(context, sql, work);
        }
      });
    } catch (unnoted) {
      this.#telemetry.logger.error(
        { traceId, work, error: unnoted },
        'the failure of work in a cell could not be noted',
      );
    }
  }

  #stepNames(kind: CellWorkKind): string[] {
    return Object.keys(this.#steps(kind).steps);
  }

  #steps(kind: CellWorkKind): CellWorkSteps {
    const steps = this.#kinds.get(kind);
    if (!steps) {
      throw new Error(`Nobody does cell work of the kind ${kind}.`);
    }
    return steps;
  }

  #worker(kind: CellWorkKind, name: string | undefined): CellWorker {
    const worker = name === undefined ? undefined : this.#steps(kind).steps[name];
    if (!worker) {
      throw new Error(`Cell work of the kind ${kind} has no such step.`);
    }
    return worker;
  }
}

function stopping(): AppError {
  return serviceUnavailable('The process that was at this stops; another one goes on.');
}

function lost(): AppError {
  return serviceUnavailable('Another process has taken this over; try again.');
}

function madeAlready(cause: AppError): AppError {
  return serviceUnavailable(
    'The change is made, so do not send it again. What it brings to the records has to wait, and is done within seconds without another request.',
    1,
    cause,
  );
}

const resumeEveryMs = 2_000;
/** Items at once in a cell, by one process. */
const lanesPerCell = 4;
/** Far below the time of a hold, so that one late renewal does not lose it. */
const holdEveryMs = 1_500;
