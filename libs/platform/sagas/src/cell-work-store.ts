import { erased, type Sql, statement, type TenantTable, utcText } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { CellWorkKind, ShownWork } from '@rapport/kinds';
import type { CellWorkItem, HeldWork } from './cell-work-item.ts';

/** Failing work of a kind: how much is tried again, and how much rests. */
export interface FailingWork {
  readonly kind: CellWorkKind;
  readonly trying: number;
  readonly resting: number;
}

export interface NotedFailure {
  readonly attempts: number;
  readonly failure: string;
  /** The time until the next try; null puts the work to rest. */
  readonly waitMs: number | null;
}

/** The statements of work, in control. What a process writes of work that it holds has no effect once its hold is lost. */
export class CellWorkStore {
  /** Its first step comes after `laterMs`; the process that adds it may come before. */
  async insert(context: CallContext, sql: Sql, item: CellWorkItem, laterMs = holdMs): Promise<void> {
    await sql.query(context, insertWork.with({ ...item, laterMs }));
  }

  /** Holds the work, also before its next try. Undefined where it is done, rests, or is held by another process. */
  async take(context: CallContext, sql: Sql, id: string, heldBy: string): Promise<HeldWork | undefined> {
    const [work] = await sql.query<HeldWork>(context, takeWork.with({ id, heldBy, laterMs: holdMs }));
    return work;
  }

  /** Holds the next work that is due in the cell. */
  async takeNext(
    context: CallContext,
    sql: Sql,
    cell: string,
    kinds: readonly CellWorkKind[],
    heldBy: string,
  ): Promise<HeldWork | undefined> {
    const [work] = await sql.query<HeldWork>(context, takeNextWork.with({ cell, kinds, heldBy, laterMs: holdMs }));
    return work;
  }

  /** False where the hold was lost, as in the next three. */
  async hold(context: CallContext, sql: Sql, work: HeldWork): Promise<boolean> {
    return (await sql.query(context, holdWork.with({ ...work, laterMs: holdMs }))).length > 0;
  }

  /** A step that comes later is for the process that then takes the work. */
  async advance(context: CallContext, sql: Sql, work: HeldWork, step: string, laterMs?: number): Promise<boolean> {
    const next = { ...work, step, laterMs: laterMs ?? holdMs, isLater: laterMs !== undefined };
    return (await sql.query(context, advanceWork.with(next))).length > 0;
  }

  async remove(context: CallContext, sql: Sql, work: HeldWork): Promise<void> {
    await sql.query(context, deleteWork.with(work));
  }

  async noteFailure(context: CallContext, sql: Sql, work: HeldWork, noted: NotedFailure): Promise<boolean> {
    return (await sql.query(context, noteFailure.with({ ...work, ...noted }))).length > 0;
  }

  /** Whether the work is still there, and whether it rests. */
  async find(context: CallContext, sql: Sql, id: string): Promise<{ rests: boolean } | undefined> {
    const [work] = await sql.query<{ rests: boolean }>(context, findWork.with({ id }));
    return work;
  }

  async ofTenant(context: CallContext, sql: Sql, tenantId: string): Promise<(ShownWork & { step: string | null })[]> {
    return sql.query(context, listOfTenant.with({ tenantId }));
  }

  /** Forgets all work of a tenant. A process that holds some of it finds its hold lost. */
  async leave(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await sql.query(context, leaveWork.with({ tenantId }));
  }

  /** Lets the work of a tenant that rests be tried at once, with all its attempts. False if none rests. */
  async retry(context: CallContext, sql: Sql, tenantId: string): Promise<boolean> {
    return (await sql.query(context, retryWork.with({ tenantId }))).length > 0;
  }

  async dueCells(context: CallContext, sql: Sql, kinds: readonly CellWorkKind[]): Promise<string[]> {
    const rows = await sql.query<{ cell: string }>(context, listDueCells.with({ kinds }));
    return rows.map(({ cell }) => cell);
  }

  async failing(context: CallContext, sql: Sql): Promise<FailingWork[]> {
    return sql.query<FailingWork>(context, countFailing);
  }
}

export const cellWorkTables: readonly TenantTable[] = [
  // The deletion itself is such work, and goes when it is done.
  erased('control.cell_work', `tenant_id = :tenantId::uuid and kind <> 'deletion'`),
];

/** A process that dies keeps its work from others for so long. */
const holdMs = 5_000;

const columns = `id, tenant_id as "tenantId", kind, principal_id as "principalId", step, attempts,
  held_by as "heldBy"`;

const later = `clock_timestamp() + :laterMs::int * interval '1 millisecond'`;

// The process that adds work has it for itself for a while, without a hold, unless it leaves it to whichever process comes first.
const insertWork = statement(
  'cell_work_insert',
  `insert into control.cell_work (id, tenant_id, kind, principal_id, next_try_on) values (:id, :tenantId, :kind, :principalId, ${later})`,
);

// Of two processes at once one gets the row: the other waits for it, and then finds it held.
const takeWork = statement(
  'cell_work_take',
  `update control.cell_work set held_by = :heldBy, next_try_on = ${later}
where id = :id and next_try_on is not null and (held_by is null or next_try_on < clock_timestamp())
returning ${columns}`,
);

// Holds one item that no process holds. Two processes never take the same item.
const takeNextWork = statement(
  'cell_work_take_next',
  `update control.cell_work set held_by = :heldBy, next_try_on = ${later}
where id = (select due.id from control.cell_work due join control.tenant on tenant.id = due.tenant_id
  where tenant.cell = :cell and due.kind = any(:kinds) and due.next_try_on < clock_timestamp() order by due.next_try_on, due.id
  limit 1 for update of due skip locked)
returning ${columns}`,
);

const holdWork = statement(
  'cell_work_hold',
  `update control.cell_work set next_try_on = ${later} where id = :id and held_by = :heldBy returning id`,
);

const advanceWork = statement(
  'cell_work_advance',
  `update control.cell_work set step = :step, attempts = 0, failure = null, next_try_on = ${later},
  held_by = case when not :isLater::boolean then held_by end
where id = :id and held_by = :heldBy returning id`,
);

const deleteWork = statement('cell_work_delete', `delete from control.cell_work where id = :id and held_by = :heldBy`);

const noteFailure = statement(
  'cell_work_note_failure',
  `update control.cell_work set attempts = :attempts, failure = :failure, held_by = null,
  next_try_on = clock_timestamp() + :waitMs::int * interval '1 millisecond'
where id = :id and held_by = :heldBy returning id`,
);

const findWork = statement(
  'cell_work_find',
  `select next_try_on is null as rests from control.cell_work where id = :id`,
);

const listOfTenant = statement(
  'cell_work_of_tenant',
  `select kind, step, attempts, failure, ${utcText('next_try_on')} as "nextTryOnUtc"
from control.cell_work where tenant_id = :tenantId order by id`,
);

const retryWork = statement(
  'cell_work_retry',
  `update control.cell_work set attempts = 0, failure = null, next_try_on = clock_timestamp()
where tenant_id = :tenantId and next_try_on is null returning id`,
);

const leaveWork = statement('cell_work_leave', 'delete from control.cell_work where tenant_id = :tenantId');

const listDueCells = statement(
  'cell_work_due_cells',
  `select distinct tenant.cell from control.cell_work join control.tenant on tenant.id = cell_work.tenant_id
where cell_work.kind = any(:kinds) and cell_work.next_try_on < clock_timestamp()`,
);

const countFailing = statement(
  'cell_work_failing',
  `select kind, count(*) filter (where next_try_on is not null)::int as trying,
  count(*) filter (where next_try_on is null)::int as resting
from control.cell_work where failure is not null group by kind`,
);
