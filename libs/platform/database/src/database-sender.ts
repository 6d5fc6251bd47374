import type { CallContext } from '@rapport/kernel';
import { inSpan, type Logger } from '@rapport/telemetry';
import { callOf, type Call, type CallSender, type TransactionSender } from './call.ts';
import type { DatabaseMetrics } from './database-metrics.ts';
import {
  isLockTimeout,
  isUnknownToDatabase,
  leavesOutcomeOpen,
  locked,
  NoConnection,
  ReadRefused,
  unavailable,
  unavailableReason,
  WriteDeadlineExceeded,
} from './failures.ts';
import type { ConnectionSource } from './pool/connection-source.ts';
import { ReadPipelines, type BriefRead } from './pool/read-pipelines.ts';
import type { RawRow } from './sql.ts';
import type { Sent, Statement } from './statements/statement.ts';
import type { Turn } from './tenant/write-queue.ts';
import type { DatabaseTimes } from './times.ts';
import type { Connection } from './wire/connection.ts';

type Log = Pick<Logger, 'warn'>;

/** Sends statements to one database: with a span, a measured time, a deadline, and one form of failure. */
export class DatabaseSender implements CallSender {
  readonly #database: string;
  readonly #attributes: Readonly<Record<string, string | number>>;
  readonly #source: ConnectionSource;
  readonly #times: DatabaseTimes;
  readonly #metrics: DatabaseMetrics;
  readonly #log: Log;
  readonly #pipelines: ReadPipelines;

  constructor(database: string, source: ConnectionSource, times: DatabaseTimes, metrics: DatabaseMetrics, log: Log) {
    this.#database = database;
    this.#attributes = { 'db.system.name': 'postgresql', 'db.namespace': database };
    this.#source = source;
    this.#times = times;
    this.#metrics = metrics;
    this.#log = log;
    this.#pipelines = new ReadPipelines(source, times.postgresQueryMs);
  }

  /** One statement on a connection of its own, where it is its own transaction. */
  async run<R>(context: CallContext, call: Call): Promise<R[]> {
    try {
      return await this.#source.use(tenantOf(context, call), call.turn ? 'anything' : 'reading', (connection) =>
        this.#execute<R>(context, connection, call),
      );
    } catch (error) {
      throw this.#asAppError(context, call.statement.name, lockRefusal(call, error), call.turn !== null);
    }
  }

  /** A read of one row by its key, which may share its round trip with others of its tenant. */
  async row(context: CallContext, tenant: number, { name }: Statement, read: BriefRead): Promise<RawRow | undefined> {
    try {
      const [row] = await this.#measured(context, name, () => this.#pipelines.take(tenant, read));
      return row;
    } catch (error) {
      throw this.#asAppError(context, name, error, false);
    }
  }

  /** Statements that are sent at once, as one transaction. Their rows come in the same order. */
  async runTogether(context: CallContext, calls: readonly Call[]): Promise<RawRow[][]> {
    const name = calls[0]?.statement.name ?? 'nothing';
    const attributes = { ...this.#attributes, 'db.operation.batch.size': calls.length };
    return this.#reporting(context, name, { open: true }, () =>
      this.#source.use(null, 'anything', (connection) =>
        this.#measured(context, name, () => connection.executeTogether(calls, this.#times.postgresQueryMs), attributes),
      ),
    );
  }

  /** A read that the process makes for itself: it is neither traced nor measured, and fails as it failed. */
  ask<R>(sent: Sent): Promise<R[]> {
    return this.#source.use(null, 'reading', (connection) =>
      connection.execute<R>(callOf(sent, 'objects'), this.#times.postgresConnectMs),
    );
  }

  /** One connection from `begin` to `commit`, or to the `rollback` that follows any failure of `work`. */
  async transact<T>(
    context: CallContext,
    call: Pick<Call, 'tenant' | 'turn'>,
    work: (within: TransactionSender) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    const { postgresQueryMs } = this.#times;
    try {
      return await this.#source.use(tenantOf(context, call), 'anything', async (connection) => {
        let hasEnded = false;
        const unlessEnded = <R>(send: () => Promise<R>): Promise<R> => {
          if (hasEnded) {
            throw new Error('a statement was sent into a transaction that has ended');
          }
          return send();
        };
        const within: TransactionSender = {
          run: async <R>(inner: CallContext, call: Call) =>
            unlessEnded(() => this.#runWithin<R>(inner, connection, call)),
          runTogether: async (inner, calls) => unlessEnded(() => this.#runTogetherWithin(inner, connection, calls)),
        };
        try {
          await this.#reporting(context, 'begin', { open: false }, () => connection.script(begin, postgresQueryMs));
          const result = await work(within);
          hasEnded = true;
          await this.#commit(context, connection, call.turn);
          return result;
        } catch (error) {
          hasEnded = true;
          await this.#rollback(connection);
          throw error;
        }
      });
    } catch (error) {
      // Every other failure was reported by the call that it belongs to.
      const isUnreported = error instanceof NoConnection || error instanceof ReadRefused;
      throw isUnreported ? this.#asAppError(context, 'begin', error, false) : error;
    }
  }

  /** A text of several statements without parameters, as one transaction. It has no span and is not measured. */
  async script(context: CallContext, name: string, text: string): Promise<void> {
    await this.#reporting(context, name, { open: true }, () =>
      this.#source.use(null, 'anything', (connection) => connection.script(text, this.#times.postgresQueryMs)),
    );
  }

  /** Counts and logs a write that did not get its turn or its lock in time. Nothing of it was done. */
  reportRefusal(context: CallContext, { reason }: WriteDeadlineExceeded): void {
    this.#metrics.countWriteRefusal(reason);
    this.#log.warn({ traceId: context.trace.traceId, reason }, 'a write did not get its turn');
  }

  #runWithin<R>(context: CallContext, connection: Connection, call: Call): Promise<R[]> {
    return this.#reporting(context, call.statement.name, { open: false }, async () => {
      try {
        return await this.#execute<R>(context, connection, call);
      } catch (error) {
        throw lockRefusal(call, error);
      }
    });
  }

  #runTogetherWithin(context: CallContext, connection: Connection, calls: readonly Call[]): Promise<RawRow[][]> {
    const [first] = calls;
    if (!first) {
      return Promise.resolve([]);
    }
    const { name } = first.statement;
    return this.#reporting(context, name, { open: false }, async () => {
      const deadlineMs = first.turn?.spend(this.#times.postgresLockMs).deadlineMs ?? this.#times.postgresQueryMs;
      const attributes = { ...this.#attributes, 'db.operation.batch.size': calls.length };
      return this.#measured(context, name, () => connection.executeTogether(calls, deadlineMs), attributes);
    });
  }

  #commit(context: CallContext, connection: Connection, turn: Turn | null): Promise<void> {
    const deadlineMs = Math.max(turn?.remainingMs ?? this.#times.postgresQueryMs, 1_000);
    return this.#reporting(context, 'commit', { open: true }, () => connection.commit(deadlineMs));
  }

  /** A connection that cannot roll back is destroyed, and the server rolls back for it. */
  async #rollback(connection: Connection): Promise<void> {
    if (connection.usable) {
      await connection.script('rollback', this.#times.postgresConnectMs).catch(() => connection.destroy());
    }
  }

  #execute<R>(context: CallContext, connection: Connection, call: Call): Promise<R[]> {
    const { statement, sentText, values, form, turn } = call;
    const { postgresQueryMs, postgresLockMs } = this.#times;
    const spent = turn?.spend(postgresLockMs);
    const deadlineMs = Math.min(spent?.deadlineMs ?? postgresQueryMs, call.deadlineMs ?? postgresQueryMs);
    // A write that waited for its turn has less time left than the role's lock_timeout would let it wait for a lock.
    const shorterLockMs = spent && spent.lockMs < postgresLockMs ? spent.lockMs : null;
    return this.#measured(context, statement.measuredAs ?? statement.name, () =>
      connection.execute<R>({ sentText, values, form }, deadlineMs, shorterLockMs),
    );
  }

  /** Runs `work` in a span of its own, and measures how long it takes. */
  async #measured<T>(
    context: CallContext,
    name: string,
    work: () => Promise<T>,
    attributes = this.#attributes,
  ): Promise<T> {
    const start = performance.now();
    try {
      return await inSpan(context.trace, name, attributes, work);
    } finally {
      this.#metrics.observe(name, (performance.now() - start) / 1_000);
    }
  }

  async #reporting<T>(
    context: CallContext,
    name: string,
    { open }: { open: boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#asAppError(context, name, error, open);
    }
  }

  /**
   * The failure in the one form that callers get; operators find it in metrics and log. A failure of the statement's
   * own stays what it is. `open`: what was sent may have been done.
   */
  #asAppError(context: CallContext, statement: string, error: unknown, open: boolean): unknown {
    const { traceId } = context.trace;
    if (error instanceof WriteDeadlineExceeded) {
      this.reportRefusal(context, error);
      return error;
    }
    if (error instanceof ReadRefused) {
      this.#metrics.countReadRefusal(error.reason);
      this.#log.warn({ traceId, statement, reason: error.reason }, 'a read did not get its turn');
      return error;
    }
    const reason = unavailableReason(error) ?? (isUnknownToDatabase(error) ? 'unknown' : null);
    if (reason === null) {
      return isLockTimeout(error) ? locked(error) : error;
    }
    this.#metrics.countUnavailable(this.#database, reason);
    // The log says once that there is no connection, for all statements.
    if (reason !== 'connect') {
      this.#log.warn({ traceId, error, statement, reason }, 'the database is not available');
    }
    return unavailable(error, open && leavesOutcomeOpen(error));
  }
}

/** The tenant whose statement it is, or for whose caller it is sent: control is the same for all tenants. */
function tenantOf(context: CallContext, { tenant }: Pick<Call, 'tenant'>): number | null {
  return tenant ?? context.tenant?.number ?? null;
}

/** The failure of a call, which is a refusal where the call's turn ran out while it waited for a lock. */
function lockRefusal({ turn }: Call, error: unknown): unknown {
  return turn && isLockTimeout(error) ? new WriteDeadlineExceeded('lock', error) : error;
}
