import type { CallContext } from '@rapport/kernel';
import { inSpan, type Logger } from '@rapport/telemetry';
import type { Connection } from './wire/connection.ts';
import type { Purpose } from './pool/connection-slot.ts';
import type { RowShape } from './wire/wire-call.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import {
  isLockTimeout,
  isUnknownToDatabase,
  leavesOutcomeOpen,
  locked,
  ReadRefused,
  unavailable,
  unavailableReason,
  WriteDeadlineExceeded,
} from './failures.ts';
import type { RawRow } from './sql.ts';
import { SharedTrips, type BriefRead } from './pool/shared-trips.ts';
import { statement, type Statement } from './statement.ts';
import type { Prepared } from './tenant/sent-text.ts';
import type { DatabaseTimes } from './times.ts';
import type { Turn } from './tenant/write-queue.ts';

type Log = Pick<Logger, 'warn'>;

/** One statement as it is sent. */
export interface Call {
  readonly statement: Statement;
  readonly prepared: Prepared;
  readonly values: readonly unknown[];
  readonly shape: RowShape;
  /** Whose statement it is; null where it is no tenant's. */
  readonly tenant: number | null;
  /** The turn that a write has in its tenant's queue. */
  readonly turn: Turn | null;
  /** A shorter deadline than every statement's. */
  readonly deadlineMs?: number;
}

/** Where a session gets its connections, and gives them back. */
export interface ConnectionSource {
  /** The connection of those that suit the tenant. */
  acquire(tenant: number | null, purpose?: Purpose): Promise<Connection>;
  release(connection: Connection): void;
}

/** Sends statements to one database: with a span, a measured time, a deadline, and one form of failure. */
export class Session {
  readonly #database: string;
  readonly #attributes: { readonly 'db.system.name': string; readonly 'db.namespace': string };
  readonly #pool: ConnectionSource;
  readonly #times: DatabaseTimes;
  readonly #metrics: DatabaseMetrics;
  readonly #log: Log;
  readonly #trips: SharedTrips;

  constructor(database: string, pool: ConnectionSource, times: DatabaseTimes, metrics: DatabaseMetrics, log: Log) {
    this.#database = database;
    this.#attributes = { 'db.system.name': 'postgresql', 'db.namespace': database };
    this.#pool = pool;
    this.#times = times;
    this.#metrics = metrics;
    this.#log = log;
    this.#trips = new SharedTrips(pool, times.queryMs);
  }

  /** One statement on a connection of its own, where it is its own transaction. */
  async run<R>(context: CallContext, call: Call): Promise<R[]> {
    try {
      const connection = await this.#pool.acquire(call.tenant, call.turn ? 'anything' : 'reading');
      try {
        return await this.#execute<R>(context, connection, call);
      } finally {
        this.#pool.release(connection);
      }
    } catch (error) {
      throw this.#told(context, call.statement.name, error, call.turn !== null);
    }
  }

  /** A read of one row by its key, which may share its round trip with others of its tenant. */
  async row(context: CallContext, tenant: number, { name }: Statement, read: BriefRead): Promise<RawRow | undefined> {
    const start = performance.now();
    try {
      const [row] = await inSpan(context.trace, name, this.#attributes, () => this.#trips.take(tenant, read));
      return row;
    } catch (error) {
      throw this.#told(context, name, error, false);
    } finally {
      this.#metrics.observe(name, (performance.now() - start) / 1_000);
    }
  }

  /** Statements that are sent at once, as one transaction; what they give comes in the same order. */
  async runTogether(context: CallContext, calls: readonly Call[]): Promise<RawRow[][]> {
    const name = calls[0]?.statement.name ?? 'nothing';
    return this.#tell(context, name, { open: true }, async () => {
      const connection = await this.#pool.acquire(null);
      const start = performance.now();
      try {
        return await inSpan(context.trace, name, { ...this.#attributes, 'db.operation.batch.size': calls.length }, () =>
          connection.executeTogether(calls, this.#times.queryMs),
        );
      } finally {
        this.#metrics.observe(name, (performance.now() - start) / 1_000);
        this.#pool.release(connection);
      }
    });
  }

  /** Whether the database answers, as soon as a connection must be there. */
  async answers(context: CallContext): Promise<boolean> {
    const call = { statement: ping, prepared: ping, values: [], shape: 'raw', tenant: null, turn: null } as const;
    return this.run(context, { ...call, deadlineMs: this.#times.connectMs }).then(
      () => true,
      () => false,
    );
  }

  /** One connection from `begin` to `commit`, or to the `rollback` that follows any failure of `work`. */
  async transact<T>(
    context: CallContext,
    { tenant, turn }: Pick<Call, 'tenant' | 'turn'>,
    work: (send: <R>(call: Call) => Promise<R[]>) => Promise<T>,
  ): Promise<T> {
    const connection = await this.#tell(context, 'begin', { open: false }, () => this.#pool.acquire(tenant));
    let hasEnded = false;
    try {
      await this.#begin(context, connection);
      const result = await work(async (call) => {
        if (hasEnded) {
          throw new Error(`${call.statement.name} was sent into a transaction that has ended`);
        }
        return this.#tell(context, call.statement.name, { open: false }, () =>
          this.#execute(context, connection, call),
        );
      });
      hasEnded = true;
      await this.#commit(context, connection, turn);
      return result;
    } catch (error) {
      hasEnded = true;
      await this.#rollback(connection);
      throw error;
    } finally {
      this.#pool.release(connection);
    }
  }

  /** A write that did not get its turn: nothing of it was done. */
  tellRefusal(context: CallContext, refusal: WriteDeadlineExceeded): void {
    this.#metrics.countRefusal(refusal.reason);
    this.#log.warn({ traceId: context.trace.traceId, reason: refusal.reason }, 'a write did not get its turn');
  }

  /** A text of several statements without parameters, as one transaction. */
  async script(context: CallContext, name: string, text: string): Promise<void> {
    await this.#tell(context, name, { open: true }, async () => {
      const connection = await this.#pool.acquire(null);
      try {
        await connection.script(text, this.#times.queryMs);
      } finally {
        this.#pool.release(connection);
      }
    });
  }

  #begin(context: CallContext, connection: Connection): Promise<void> {
    return this.#tell(context, 'begin', { open: false }, () => connection.script('begin', this.#times.queryMs));
  }

  #commit(context: CallContext, connection: Connection, turn: Turn | null): Promise<void> {
    const deadlineMs = Math.max(turn?.remainingMs ?? this.#times.queryMs, 1_000);
    return this.#tell(context, 'commit', { open: true }, () => connection.commit(deadlineMs));
  }

  /** A connection that cannot roll back is destroyed, and the server rolls back for it. */
  async #rollback(connection: Connection): Promise<void> {
    if (connection.usable) {
      await connection.script('rollback', this.#times.connectMs).catch(() => connection.destroy());
    }
  }

  async #execute<R>(context: CallContext, connection: Connection, call: Call): Promise<R[]> {
    const { statement, prepared, shape, turn } = call;
    const { queryMs, lockMs } = this.#times;
    const spent = turn?.spend(lockMs);
    const values = statement.lockParameter === null ? call.values : withLock(call, spent?.lockMs ?? null);
    const deadlineMs = Math.min(spent?.deadlineMs ?? queryMs, call.deadlineMs ?? queryMs);
    // A write that has waited for its turn has less time left than the session's own bound would let it wait for a lock.
    const shorterLockMs = spent && spent.lockMs < lockMs ? spent.lockMs : null;
    const start = performance.now();
    try {
      return await inSpan(context.trace, statement.name, this.#attributes, () =>
        connection.execute<R>(prepared, values, shape, deadlineMs, shorterLockMs),
      );
    } catch (error) {
      throw turn && isLockTimeout(error) ? new WriteDeadlineExceeded('lock', error) : error;
    } finally {
      this.#metrics.observe(statement.name, (performance.now() - start) / 1_000);
    }
  }

  async #tell<T>(context: CallContext, name: string, { open }: { open: boolean }, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#told(context, name, error, open);
    }
  }

  /** Gives every failure of the database its one form, and tells operators of it. `open`: what was sent may have been done. */
  #told(context: CallContext, statement: string, error: unknown, open: boolean): unknown {
    const { traceId } = context.trace;
    if (error instanceof ReadRefused) {
      this.#metrics.countReadRefusal(error.reason);
      this.#log.warn({ traceId, statement, reason: error.reason }, 'a read did not get its turn');
    }
    const reason = unavailableReason(error) ?? (isUnknownToDatabase(error) ? 'unknown' : null);
    if (reason === null) {
      return isLockTimeout(error) && !(error instanceof WriteDeadlineExceeded) ? locked(error) : error;
    }
    this.#metrics.countUnavailable(this.#database, reason);
    this.#log.warn({ traceId, error, statement, reason }, 'the database is not available');
    return unavailable(error, open && leavesOutcomeOpen(error));
  }
}

const ping = statement('ping', 'select 1');

function withLock({ statement, values }: Call, lockMs: number | null): readonly unknown[] {
  if (values.length + 1 !== statement.lockParameter) {
    throw new Error(`${statement.name} takes another number of values than ${values.length}`);
  }
  return [...values, lockMs];
}
