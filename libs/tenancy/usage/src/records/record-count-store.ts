import { isFullWith, subscribedTenant } from '@rapport/admission';
import { statement, turnsOfSlack, type CellSql, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { clock, countedDay } from '../counted-day.ts';
import { levelsOf } from '../levels.ts';

/** A tenant of a cell, counted up to this stamp, in microseconds since 1970; 0 before the first time. */
export interface CountedTenant {
  readonly tenantId: string;
  readonly number: number;
  readonly countedTo: number;
}

/** The changes in a tenant's log beyond the stamp to which it was counted. */
export interface TenantChanges {
  readonly tenant: CountedTenant;
  readonly countedTo: number;
  readonly days: readonly DayChanges[];
}

export interface DayChanges {
  readonly day: string;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** The statements that count records along the stamps of their tenants. */
export class RecordCountStore {
  /** The turns of the cell so far; undefined while another process has counted the cell less than so long ago. */
  async takeTurn(context: CallContext, control: Sql, cell: string, everyMs: number): Promise<number | undefined> {
    const [row] = await control.query<{ turn: number }>(context, takeTurn.with({ cell, everyMs }));
    return row?.turn;
  }

  /** The turn that now begins, noted in the cell; undefined where the cell is behind by more than the slack. */
  async beginTurn(context: CallContext, cell: CellSql, known: number): Promise<number | undefined> {
    const [row] = await cell.query<{ turn: number }>(context, beginTurn.with({ known, slack: turnsOfSlack }));
    return row?.turn;
  }

  async noteTurn(context: CallContext, control: Sql, cell: string, turn: number): Promise<void> {
    await control.query(context, noteTurn.with({ cell, turn }));
  }

  async tenants(
    context: CallContext,
    control: Sql,
    cell: string,
    after: number,
    max: number,
  ): Promise<CountedTenant[]> {
    return control.query<CountedTenant>(context, listTenants.with({ cell, after, max }));
  }

  /** The newest stamp of each of these tenants that has given one beyond the stamp to which it was counted. */
  async clocks(context: CallContext, cell: CellSql, tenants: readonly CountedTenant[]): Promise<Map<number, number>> {
    const columns = {
      numbers: tenants.map(({ number }) => number),
      countedTo: tenants.map(({ countedTo }) => countedTo),
    };
    const rows = await cell.query<{ number: number; clock: number }>(context, findMoved.with(columns));
    return new Map(rows.map(({ number, clock }) => [number, clock]));
  }

  /** In one snapshot for each tenant, so a stamp that is counted has all its changes. */
  async changes(
    context: CallContext,
    cell: CellSql,
    tenants: readonly CountedTenant[],
    resources: readonly number[],
  ): Promise<TenantChanges[]> {
    const calls = tenants.map(({ number: tenantNumber, countedTo }) => ({
      tenantNumber,
      ...countChanges.with({ countedTo, resources }),
    }));
    const answers = await cell.together(context, calls);
    return tenants.flatMap((tenant, index) => {
      const days = answers[index] ?? [];
      const countedTo = Math.max(...days.map(([, , , , newest]) => Number(newest)));
      return days.length === 0 ? [] : [{ tenant, countedTo, days: days.map(dayOf) }];
    });
  }

  /** Adds what was counted, unless another process did so meanwhile: a stamp counts once. */
  async add(context: CallContext, control: Sql, { tenant, countedTo, days }: TenantChanges): Promise<void> {
    const recordsMore = days.reduce((sum, { created, deleted }) => sum + created - deleted, 0);
    const columns = {
      days: days.map(({ day }) => day),
      created: days.map(({ created }) => created),
      updated: days.map(({ updated }) => updated),
      deleted: days.map(({ deleted }) => deleted),
    };
    const counted = { tenantId: tenant.tenantId, countedFrom: tenant.countedTo, countedTo, recordsMore };
    await control.query(context, addChanges.with({ ...counted, ...columns }));
  }

  /** Says of every tenant of the cell whether it is at its limit. The ids of those for which that is new. */
  async compare(context: CallContext, control: Sql, cell: string): Promise<string[]> {
    const rows = await control.query<{ id: string }>(context, compareAll.with({ cell }));
    return rows.map(({ id }) => id);
  }
}

function dayOf([day, created, updated, deleted]: readonly (string | null)[]): DayChanges {
  return { day: day ?? '', created: Number(created), updated: Number(updated), deleted: Number(deleted) };
}

// Of several processes one gets a row.
const takeTurn = statement(
  'record_count_take_turn',
  `update control.cell set counted_on = clock_timestamp()
where name = :cell and counted_on <= clock_timestamp() - :everyMs::int * interval '1 millisecond' returning turn`,
);

// A cell that was brought back to an earlier moment counts no further: it would catch up, and look as if it had lost nothing.
const beginTurn = statement(
  'record_count_begin_turn',
  `update cell.epoch set turn = greatest(turn, :known::bigint) + 1 where turn >= :known::bigint - :slack::int returning turn`,
);

const noteTurn = statement(
  'record_count_note_turn',
  `update control.cell set turn = greatest(turn, :turn::bigint) where name = :cell`,
);

const listTenants = statement(
  'record_count_tenants',
  `select tenant.id as "tenantId", tenant.number, coalesce(record_count.counted_to, 0) as "countedTo"
from control.tenant left join control.record_count on record_count.tenant_id = tenant.id
where tenant.cell = :cell and tenant.number > :after and tenant.state in ('active', 'suspended')
order by tenant.number limit :max`,
);

// A schema that is not there has no clock.
const findMoved = statement(
  'record_count_moved',
  `select number, clock from (
  select number, counted_to, pg_sequence_last_value(
    to_regclass('t' || lpad(number::text, greatest(5, length(number::text)), '0') || '.clock')) as clock
  from unnest(:numbers::int[], :countedTo::bigint[]) as counted(number, counted_to)) moved
where clock > counted_to`,
);

// In every snapshot a change is either in the feed or in the outbox. Changes of other resources move the stamp on and count as
// none.
const countChanges = statement(
  'record_count_changes',
  `select to_char(occurred_on at time zone 'UTC', 'YYYY-MM-DD'),
  count(*) filter (where operation = 'created' and resource = any (:resources::smallint[])),
  count(*) filter (where operation = 'updated' and resource = any (:resources::smallint[])),
  count(*) filter (where operation = 'deleted' and resource = any (:resources::smallint[])),
  (extract(epoch from max(occurred_on)) * 1000000)::bigint
from (
  select resource, operation, occurred_on from tenant.change_feed
  where resource in (select resource from tenant.feed_floor)
    and occurred_on > timestamptz 'epoch' + :countedTo::bigint * interval '1 microsecond'
  union all
  select resource, operation, occurred_on from cell.outbox
  where tenant = :tenant and resource in (select resource from tenant.feed_floor)
    and occurred_on > timestamptz 'epoch' + :countedTo::bigint * interval '1 microsecond'
) change
group by 1 order by 1`,
);

// A tenant's stamps may be months ahead, because PostgreSQL's clock was when it wrote, and they never go back.
const addChanges = statement(
  'record_count_add',
  `with moved as (
  insert into control.record_count (tenant_id, counted_to, records) values (:tenantId, :countedTo, :recordsMore)
  on conflict (tenant_id) do update set counted_to = excluded.counted_to,
    records = record_count.records + excluded.records
    where record_count.counted_to = :countedFrom
  returning tenant_id, records
)
insert into control.usage
  (tenant_id, day, records_created, records_updated, records_deleted, users, records)
select tenant_id, dated.day, created, updated, deleted, ${levelsOf('moved.tenant_id').users}, records
from moved, (
  select ${countedDay} as day, sum(created) as created, sum(updated) as updated, sum(deleted) as deleted
  from unnest(:days::date[], :created::bigint[], :updated::bigint[], :deleted::bigint[]) as changed(day, created, updated, deleted), ${clock}
  group by 1) dated
on conflict (tenant_id, day) do update set records_created = usage.records_created + excluded.records_created,
  records_updated = usage.records_updated + excluded.records_updated,
  records_deleted = usage.records_deleted + excluded.records_deleted,
  users = excluded.users, records = excluded.records`,
);

// A tenant whose entitlement changed is compared too.
const compareAll = statement(
  'record_count_compare',
  `update control.tenant set is_full = now.is_full, version = control.next_version(tenant.version)
from (
  select tenant.id, ${isFullWith('record_count.records')} as is_full
  from ${subscribedTenant} left join control.record_count on record_count.tenant_id = tenant.id
  where tenant.cell = :cell) now
where tenant.id = now.id and tenant.is_full <> now.is_full returning tenant.id`,
);
