import { statement, type Database, type Sql } from '@rapport/database';
import { AppError, newId, serviceUnavailable, type CallContext } from '@rapport/kernel';
import type { Logger, Metrics } from '@rapport/telemetry';

export type CellWorkKind = 'tenant' | 'user' | 'client' | 'role';

export interface CellWorkItem {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: CellWorkKind;
  readonly principalId: string;
}

/** Brings a cell up to date with control. It may run twice, even at once. `stillAtIt` keeps other processes off. */
export type CellWorker = (context: CallContext, item: CellWorkItem, stillAtIt: () => Promise<void>) => Promise<void>;

/**
 * The work that a change in control still has to do in a cell. The transaction of the change notes it, and the service
 * does it before it answers. Another process resumes work that a crash left undone.
 */
export class CellWork {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #workers = new Map<CellWorkKind, CellWorker>();
  readonly #countResumed: (outcome: string) => void;

  constructor(database: Database, logger: Logger, metrics: Metrics) {
    this.#database = database;
    this.#logger = logger;
    const resumed = metrics.counter({
      name: 'cell_work_resumed_total',
      help: 'Work in a cell that was taken over from a process that did not finish it.',
      labelNames: ['outcome'],
    });
    this.#countResumed = (outcome) => resumed.inc({ outcome });
  }

  register(kind: CellWorkKind, worker: CellWorker): void {
    this.#workers.set(kind, worker);
  }

  async add(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    kind: CellWorkKind,
    principalId: string,
  ): Promise<string> {
    const id = newId();
    await sql.query(context, insertWork, [id, tenantId, kind, principalId]);
    return id;
  }

  /** Does work that the caller has just added, where its failure undoes what the work is for. */
  async attempt(context: CallContext, id: string): Promise<void> {
    const [item] = await this.#database.control.query<CellWorkItem>(context, findWork, [id]);
    if (item) {
      await this.#do(context, item);
    }
  }

  /** Does the work of a change that is made. Where the cell cannot take it now, the caller is told that the change stands. */
  async complete(context: CallContext, id: string): Promise<void> {
    try {
      await this.attempt(context, id);
    } catch (error) {
      throw error instanceof AppError && error.code === 'service_unavailable' ? madeAlready(error) : error;
    }
  }

  /** Takes over work that no process has been at for some seconds, one item after the other, until none is left. */
  async resume(context: CallContext): Promise<void> {
    for (;;) {
      const [item] = await this.#database.control.query<CellWorkItem>(context, claimWork, [claimSeconds]);
      if (!item) {
        return;
      }
      try {
        await this.#do(context, item);
        this.#countResumed('done');
        this.#logger.info({ traceId: context.trace.traceId, work: item }, 'unfinished work in a cell was resumed');
      } catch (error) {
        this.#countResumed('failed');
        this.#logger.error(
          { traceId: context.trace.traceId, work: item, error },
          'work in a cell failed and will be tried again',
        );
        return;
      }
    }
  }

  async #do(context: CallContext, item: CellWorkItem): Promise<void> {
    const worker = this.#workers.get(item.kind);
    if (!worker) {
      throw new Error(`Nobody does cell work of the kind ${item.kind}.`);
    }
    await worker(context, item, async () => {
      await this.#database.control.query(context, holdWork, [item.id, claimSeconds]);
    });
    await this.#database.control.query(context, deleteWork, [item.id]);
  }
}

function madeAlready(cause: AppError): AppError {
  return serviceUnavailable(
    'The change is made, so do not send it again. What it brings to the records has to wait, and is done within seconds without another request.',
    1,
    cause,
  );
}

const claimSeconds = 5;

const insertWork = statement(
  'cell_work_insert',
  `insert into control.cell_work (id, tenant_id, kind, principal_id, claimed_until)
    values ($1, $2, $3, $4, clock_timestamp() + interval '5 seconds')`,
);

const findWork = statement(
  'cell_work_find',
  `select id, tenant_id as "tenantId", kind, principal_id as "principalId" from control.cell_work where id = $1`,
);

// Holds one item that no process holds. Two processes never take the same item. $1 seconds
const claimWork = statement(
  'cell_work_claim',
  `update control.cell_work w set claimed_until = clock_timestamp() + $1::int * interval '1 second'
where w.id = (select id from control.cell_work where claimed_until < clock_timestamp() order by claimed_until, id
  limit 1 for update skip locked)
returning w.id, w.tenant_id as "tenantId", w.kind, w.principal_id as "principalId"`,
);

const holdWork = statement(
  'cell_work_hold',
  `update control.cell_work set claimed_until = clock_timestamp() + $2::int * interval '1 second' where id = $1`,
);

const deleteWork = statement('cell_work_delete', `delete from control.cell_work where id = $1`);
